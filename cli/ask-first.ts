import { AppError } from "@fairclick/core/errors";
import { CliError } from "./failures";
import type { Host } from "./host";

/** Shows what is about to happen and asks; throws where nobody agrees, or nobody is there to. */
export async function askFirst(host: Host, description: string): Promise<void> {
  if (!host.terminal) {
    throw new CliError(
      "validation",
      "This asks before it changes anything, and nobody is here to answer.",
      "Look at it with --dry-run, do it with --yes.",
    );
  }
  host.remark(`${description}\n`);
  if (await host.terminal.confirm("Change this?")) return;
  throw new AppError("conflict", "Nothing was changed.");
}
