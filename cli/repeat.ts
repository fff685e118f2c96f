import { setTimeout as sleep } from "node:timers/promises";
import { EXIT_DONE, EXIT_UNREACHABLE, type ExitCode } from "./exit-codes";
import { describeFailure } from "./failures";
import type { Host } from "./host";

type Printed = { text: string; exitCode: ExitCode };

/**
 * Runs a command once, or every `seconds` until the person interrupts it, and prints each result. If the
 * server does not answer, reports it and retries.
 */
export async function repeat(
  host: Host,
  seconds: number | null,
  runOnce: () => Promise<Printed>,
): Promise<ExitCode> {
  if (seconds === null) return print(host, await runOnce());
  const signal = host.catchInterrupt();
  while (!signal.aborted) {
    const printed = await runOnce().catch((error: unknown) => {
      const { exitCode, message } = describeFailure(error);
      if (exitCode !== EXIT_UNREACHABLE) throw error;
      host.remark(`${message}\n`);
      return null;
    });
    if (signal.aborted) break;
    if (printed) {
      host.terminal?.clear();
      print(host, printed);
    }
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => {});
  }
  return EXIT_DONE;
}

function print(host: Host, { text, exitCode }: Printed): ExitCode {
  if (text !== "") host.write(`${text}\n`);
  return exitCode;
}
