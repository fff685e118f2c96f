import { AppError } from "@fairclick/core/errors";
import { CliError } from "./failures";
import type { Host } from "./host";
import { printableDeep } from "./output/printable";

/**
 * Shows what is about to happen, with its texts made printable, and asks. Throws if the answer is
 * not yes, or if there is no terminal to ask at.
 */
export async function askFirst<Change>(
  host: Host,
  change: Change,
  describe: (change: Change) => string,
): Promise<void> {
  if (!host.terminal) {
    throw new CliError(
      "validation",
      "This asks before it changes anything, and nobody is here to answer.",
      "Look at it with --dry-run, do it with --yes.",
    );
  }
  host.remark(`${describe(printableDeep(change))}\n`);
  if (await host.terminal.confirm("Change this?")) return;
  throw new AppError("conflict", "Nothing was changed.");
}
