import {
  type ClickFilterInput,
  verdictFilters,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { type Command, Option } from "commander";
import { z } from "zod";
import { apiOptions, targetInput } from "../../connection/target-options";

export const filterInput = z.object({
  ...targetInput,
  verdict: z.enum(verdictFilters).optional(),
  signal: z.enum(signalOrder).optional(),
  campaign: z.string().optional(),
  creator: z.string().optional(),
  address: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  appealed: z.boolean().optional(),
});

/** How clicks are narrowed down, the same in every command. */
export function filterOptions(command: Command): Command {
  return apiOptions(command)
    .addOption(
      new Option("--verdict <verdict>", "flagged is held and invalid").choices(verdictFilters),
    )
    .addOption(
      new Option("--signal <signal>", "found on the click, deciding or not").choices(signalOrder),
    )
    .option("--campaign <id>", "of one campaign")
    .option("--creator <creator>", "of one creator, by id or name")
    .option("--address <range>", "from an address, or a range such as 203.0.113.0/24")
    .option("--from <time>", "clicked then or later, such as 2026-01-31T12:00:00Z")
    .option("--to <time>", "clicked before")
    .option("--appealed", "with an appeal that waits for an answer");
}

export function toQuery(input: z.infer<typeof filterInput>): ClickFilterInput {
  const { api, profile, appealed, ...filter } = input;
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(appealed ? { appealed: "true" } : {}) };
}
