import type { LogFn, Logger } from "pino";

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void;

type Kind = {
  /** Lines that were not written since the last one of this kind. */
  suppressed: number;
  writeLast: (suppressed: number) => void;
};

const FATAL = 60;
/** Beyond this many kinds at a time, the others count as one. */
const MAX_KINDS = 200;

/**
 * A pino `logMethod` hook that writes a line with an error (`err`) once per minute and kind. What
 * repeats within the minute is counted: one line at its end carries the latest error and
 * `suppressed`. Lines without an error and fatal ones pass.
 */
export function limitRepeatedErrors(everyMs = 60_000): LogMethod {
  const kinds = new Map<string, Kind>();
  const closeMinute = (name: string, kind: Kind) => {
    if (kind.suppressed === 0) {
      kinds.delete(name);
      return;
    }
    kind.writeLast(kind.suppressed);
    kind.suppressed = 0;
    setTimeout(closeMinute, everyMs, name, kind).unref();
  };
  return function logMethod(args, method, level) {
    const [fields, message] = args as [unknown, unknown?];
    const error = findError(fields);
    if (!error || level >= FATAL) {
      method.apply(this, args);
      return;
    }
    const writeLast = (suppressed: number) => {
      const all = fields instanceof Error ? { err: fields } : (fields as object);
      method.apply(this, [{ ...all, suppressed }, String(message ?? error.message)]);
    };
    const ownName = nameKind(error, { level, message, fields });
    const name = kinds.has(ownName) || kinds.size < MAX_KINDS ? ownName : "others";
    const known = kinds.get(name);
    if (known) {
      known.suppressed += 1;
      known.writeLast = writeLast;
      return;
    }
    const kind = { suppressed: 0, writeLast };
    kinds.set(name, kind);
    setTimeout(closeMinute, everyMs, name, kind).unref();
    method.apply(this, args);
  };
}

function findError(fields: unknown): Error | null {
  if (fields instanceof Error) return fields;
  if (typeof fields !== "object" || fields === null || !("err" in fields)) return null;
  return fields.err instanceof Error ? fields.err : null;
}

type Line = { level: number; message: unknown; fields: unknown };

/** Returns a name that is the same for each repetition: without ids, addresses or times. */
function nameKind(error: Error, { level, message, fields }: Line): string {
  const job = typeof fields === "object" && fields && "job" in fields ? fields.job : "";
  const code = "code" in error ? error.code : "";
  // Redis names the kind of an error in capitals, as in "OOM command not allowed".
  const [redisCode = ""] = /^[A-Z]{3,}\b/.exec(error.message) ?? [];
  const frame = error.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
  return [level, message, job, error.name, code, redisCode, frame].map(String).join("|");
}
