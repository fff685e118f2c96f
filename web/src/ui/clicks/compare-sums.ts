import { formatCount, t } from "@fairclick/core/language/t";

/** Describes how a sum differs from the previous one: `+20%`, `-5%`, `±0%`, or `new` if that was 0. */
export function compareSums(now: number, before: number): string {
  if (before === 0) return now === 0 ? "" : t`new`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "±0%";
  return `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))}%`;
}
