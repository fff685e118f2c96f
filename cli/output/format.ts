import { formatExactDollars } from "@fairclick/core/amounts";

/** Formats a time in UTC: `2026-01-31 12:34:56`. Returns an empty text for null. */
export function formatMoment(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 19).replace("T", " ");
}

/** Formats the time since `iso`: `12 s`, `4 min`, `3 h`, `2 d`. Returns an empty text for null. */
export function formatAge(iso: string | null, now: Date): string {
  if (iso === null) return "";
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} d`;
}

/** Formats an amount in micros with all its digits: `$0.0015`. */
export function formatMicros(micros: string): string {
  return formatExactDollars(BigInt(micros));
}

/** Like `formatMicros`, with a plus before a gain. */
export function formatMicroChange(micros: string): string {
  return BigInt(micros) > 0n ? `+${formatMicros(micros)}` : formatMicros(micros);
}

/** Returns one line per fact, values aligned. */
export function formatFacts(facts: readonly (readonly [string, string])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
