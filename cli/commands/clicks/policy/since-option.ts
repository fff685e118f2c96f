import type { Command } from "commander";
import { z } from "zod";

export const sinceInput = { from: z.string().optional() };

/** Adds the option for the time from which a version judges clicks. */
export function sinceOption(command: Command): Command {
  return command.option(
    "--from <time>",
    "judge clicks from this time on, at most 30 days ahead, such as 2026-01-31T12:00:00Z",
  );
}
