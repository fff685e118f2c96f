/** Calendar day (`2026-03-01`) of a time in the viewer's time zone, as date inputs need it. */
export function localDay(moment: string): string {
  const at = new Date(moment);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}
