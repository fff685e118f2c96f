import { AppError } from "@fairclick/core/errors";
import { CliError } from "./failures";
import type { Host } from "./host";
import { printableDeep } from "./output/printable";

/**
 * Shows a change, with all texts made printable, and asks for confirmation. Throws `conflict` if the
 * answer is not yes, and a `CliError` if there is no terminal.
 */
export async function confirmChange<Change>(
  host: Host,
  change: Change,
  describe: (change: Change) => string,
): Promise<void> {
  if (!host.terminal) {
    throw new CliError(
      "validation",
      "This command asks for confirmation, but there is no terminal.",
      "Use --dry-run to preview the change, or --yes to apply it.",
    );
  }
  host.remark(`${describe(printableDeep(change))}\n`);
  if (await host.terminal.confirm("Apply this change?")) return;
  throw new AppError("conflict", "Nothing was changed.");
}
