import { formatExactDollars } from "@fairclick/core/money";

/** `2026-01-31 12:34:56`, in UTC as everything here. */
export function sayMoment(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 19).replace("T", " ");
}

export function sayMicros(micros: string): string {
  return formatExactDollars(BigInt(micros));
}

/** One fact a line, its names side by side. */
export function sayFacts(facts: readonly (readonly [string, string])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
