import type { Span } from "@fairclick/sql/clicks/flagged-clicks";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;
const LEEWAY_MS = 60_000;

/** All the time there is. */
export const wholeSpan: Span = { from: new Date("2000-01-01"), to: new Date("2200-01-01") };

/** When a click must have been made by its id, which the redirect gives it then; null for other ids. */
export function guessSpan(id: string): Span | null {
  if (!UUID_V7.test(id)) return null;
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: new Date(madeAt - LEEWAY_MS), to: new Date(madeAt + LEEWAY_MS) };
}
