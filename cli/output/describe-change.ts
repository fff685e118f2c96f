import type { OperatorChange } from "@fairclick/core/changes";
import { createPaint, type Paint } from "./paint";

/** Describes a change: action, subject, and each fact before and after. */
export function describeChange(
  { action, subject, before, after }: OperatorChange,
  paint: Paint = createPaint(false),
): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names.map((name) => {
    const [was, is] = [say(before[name]), say(after[name])];
    return was === is ? `  ${name}: ${is}` : `  ${name}: ${paint.faint(was)} → ${paint.strong(is)}`;
  });
  return [`${paint.strong(action)}  ${subject}`, ...lines].join("\n");
}

function say(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? "none" : String(value);
}
