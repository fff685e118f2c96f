import { type ClickFilterInput, verdictFilters } from "@fairclick/core/clicks/flagged-clicks";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { type Command, Option } from "commander";
import { z } from "zod";
import { apiOptions, targetInput } from "./frame/exit-codes";
import { momentOption } from "./frame/output";

export const filterInput = z.object({
  ...targetInput,
  verdict: z.enum(verdictFilters).optional(),
  signal: z.enum(signalOrder).optional(),
  campaign: z.string().optional(),
  creator: z.string().optional(),
  address: z.string().optional(),
  from: momentOption.optional(),
  to: momentOption.optional(),
  appealed: z.boolean().optional(),
});

/** Adds the options that filter clicks. */
export function filterOptions(command: Command): Command {
  return apiOptions(command)
    .addOption(
      new Option("--verdict <verdict>", "only this verdict; flagged means held or invalid").choices(
        verdictFilters,
      ),
    )
    .addOption(new Option("--signal <signal>", "only clicks with this signal").choices(signalOrder))
    .option("--campaign <id>", "only clicks of this campaign")
    .option("--creator <creator>", "only clicks of this creator, by id or name")
    .option(
      "--address <range>",
      "only clicks from this IP address or range, such as 203.0.113.0/24",
    )
    .option("--from <time>", "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z")
    .option("--to <time>", "clicked before this time")
    .option("--appealed", "only clicks with an open appeal");
}

export function toQuery(input: z.infer<typeof filterInput>): ClickFilterInput {
  const { api, profile, appealed, ...filter } = input;
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(appealed ? { appealed: "true" } : {}) };
}
