import type { Command } from "commander";
import { z } from "zod";

export const targetInput = { api: z.string().optional(), profile: z.string().optional() };

export function apiOptions(command: Command): Command {
  return command
    .option(
      "--api <address>",
      "address of the API (default: FAIRCLICK_API, the profile, the local stack)",
    )
    .option("--profile <name>", "profile created by `fairclick login`");
}
