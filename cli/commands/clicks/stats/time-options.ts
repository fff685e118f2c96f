import { type Command, Option } from "commander";
import { z } from "zod";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { momentOption } from "../../../moment";

const DAY_MS = 86_400_000;
const DAYS = 30;

export const timeInput = {
  ...targetInput,
  campaign: z.string(),
  creator: z.string().optional(),
  from: momentOption.optional(),
  to: momentOption.optional(),
  step: z.enum(["hour", "day"]),
  timeZone: z.string(),
};

/** Adds the options that select the link and the period of statistics. */
export function timeOptions(command: Command): Command {
  return apiOptions(command)
    .option("--creator <user>", "only this creator's link")
    .option(
      "--from <time>",
      `start of the period, such as 2026-01-31T00:00:00Z (default: ${DAYS} days ago)`,
    )
    .option("--to <time>", "end of the period (default: now)")
    .addOption(
      new Option("--step <step>", "length of a step; the period is widened to whole steps")
        .choices(["day", "hour"])
        .default("day"),
    )
    .option("--time-zone <name>", "time zone of days and hours, such as Europe/Berlin", "UTC");
}

type TimeInput = z.infer<z.ZodObject<Omit<typeof timeInput, "api" | "profile" | "campaign">>>;

export function toTimeQuery({ creator, from, to, step, timeZone }: TimeInput) {
  const end = to ?? new Date().toISOString();
  const begin = from ?? new Date(Date.parse(end) - DAYS * DAY_MS).toISOString();
  return { from: begin, to: end, step, timeZone, ...(creator ? { creator } : {}) };
}
