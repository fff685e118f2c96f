import type { Command } from "commander";
import { z } from "zod";

export const targetInput = { api: z.string().optional(), profile: z.string().optional() };

export function apiOptions(command: Command): Command {
  return command
    .option(
      "--api <address>",
      "the API's address (else FAIRCLICK_API, the profile, the local stack)",
    )
    .option("--profile <name>", "a profile made by `fairclick login`");
}
