import type { Command } from "commander";
import { z } from "zod";
import { apiOptions, targetInput } from "./target-options";

export const listInput = {
  ...targetInput,
  limit: z.coerce
    .number({ error: "must be a whole number" })
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(100_000, { error: "must be at most 100000" }),
};

export function listOptions(command: Command): Command {
  return apiOptions(command).option("--limit <count>", "maximum number of rows", "50");
}
