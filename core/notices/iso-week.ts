const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export type Week = {
  /** As in ISO 8601: `2026-W47`. */
  name: string;
  /** Monday, 00:00 UTC. */
  from: Date;
  /** The next Monday, exclusive. */
  to: Date;
};

/** Returns the last ISO week (UTC) that was over at `now`. */
export function lastWeek(now: Date): Week {
  const day = Math.floor(now.getTime() / DAY_MS);
  // 1 January 1970 was a Thursday.
  const monday = (day - ((day + 3) % 7)) * DAY_MS;
  const from = new Date(monday - WEEK_MS);
  return { name: nameWeek(from), from, to: new Date(monday) };
}

/** A week belongs to the year of its Thursday. */
function nameWeek(monday: Date): string {
  const thursday = monday.getTime() + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}
