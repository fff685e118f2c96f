import { setTimeout as sleep } from "node:timers/promises";
import { listFields } from "./csv";
import { EXIT_DONE, EXIT_UNREACHABLE, type ExitCode } from "./exit-codes";
import { CliError, describeFailure } from "./failures";
import type { Host } from "./host";

/**
 * Sorts documents by a field such as `clicks.valid`; `-clicks.valid` sorts the largest first. Numbers
 * are compared as numbers, also those in texts; documents without a value come last. Throws a
 * `CliError` if no document has the field.
 */
export function sortDocuments<Document>(documents: readonly Document[], by: string): Document[] {
  const isDescending = by.startsWith("-");
  const field = isDescending ? by.slice(1) : by;
  const rows = documents.map((document) => ({ document, fields: new Map(listFields(document)) }));
  const known = new Set(rows.flatMap(({ fields }) => [...fields.keys()]));
  if (documents.length > 0 && !known.has(field)) {
    throw new CliError(
      "validation",
      `The rows have no field "${field}".`,
      `--sort takes one of: ${[...known].join(", ")}.`,
    );
  }
  const valued = rows.filter(({ fields }) => fields.get(field));
  const empty = rows.filter(({ fields }) => !fields.get(field));
  const sign = isDescending ? -1 : 1;
  valued.sort((a, b) => sign * compareTexts(a.fields.get(field) ?? "", b.fields.get(field) ?? ""));
  return [...valued, ...empty].map(({ document }) => document);
}

const INTEGER = /^-?\d{1,30}$/;

function compareTexts(a: string, b: string): number {
  if (INTEGER.test(a) && INTEGER.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }
  const [first, second] = [Number(a), Number(b)];
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  return a < b ? -1 : Number(a > b);
}

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
