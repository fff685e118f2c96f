/** A line of the table: what was measured before this was mended, what must be, and what is. */
export type Row = { what: string; before: string; must: string; now: string; isMet: boolean };

export function formatPercent(part: number, whole: number, digits = 1): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(digits)} %`;
}
