import { type Command, Option } from "commander";
import { z } from "zod";
import { apiOptions, targetInput } from "../../../connection/target-options";

const DAY_MS = 86_400_000;
const DAYS = 30;

export const timeInput = {
  ...targetInput,
  campaign: z.string(),
  creator: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  step: z.enum(["hour", "day"]),
  timeZone: z.string(),
};

/** Of which link and which time statistics are asked for. */
export function timeOptions(command: Command): Command {
  return apiOptions(command)
    .option("--creator <user>", "of the link of this creator alone")
    .option("--from <time>", `since when, such as 2026-01-31T00:00:00Z (default: ${DAYS} days ago)`)
    .option("--to <time>", "until when (default: now)")
    .addOption(
      new Option("--step <step>", "widened to whole ones of these")
        .choices(["day", "hour"])
        .default("day"),
    )
    .option("--time-zone <name>", "whose days, such as Europe/Berlin", "UTC");
}

type Asked = z.infer<z.ZodObject<Omit<typeof timeInput, "api" | "profile" | "campaign">>>;

export function toTimeQuery({ creator, from, to, step, timeZone }: Asked) {
  const end = to ?? new Date().toISOString();
  const begin = from ?? new Date(Date.parse(end) - DAYS * DAY_MS).toISOString();
  return { from: begin, to: end, step, timeZone, ...(creator ? { creator } : {}) };
}
