/** Start of a calendar day (`2026-03-01`) in the viewer's time zone, with its offset. */
export function localMidnight(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const minutes = -new Date(`${day}T00:00:00`).getTimezoneOffset();
  const sign = minutes < 0 ? "-" : "+";
  return `${day}T00:00:00${sign}${twoDigits(Math.abs(minutes) / 60)}:${twoDigits(Math.abs(minutes) % 60)}`;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
