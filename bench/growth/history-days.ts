const DAY_MS = 86_400_000;
/** Thirteen months. */
export const HISTORY_DAYS = 396;
/** Two fifths of the clicks are from the last day, which is what settlement reads. */
const LATE_SHARE = 0.4;

/** A number of clicks that are spread evenly over a part of a UTC day. */
export type HistorySpan = { from: Date; to: Date; clicks: number };
/** A UTC day (`20260131`) and the clicks to store in its partitions. */
export type HistoryDay = { day: string; spans: HistorySpan[] };

/**
 * Spreads clicks over days, two fifths of them over the last 24 hours. Returns one entry per UTC day, those
 * with the most clicks first.
 */
export function planHistory(
  { stored, days: length }: { stored: number; days: number },
  now: Date,
): HistoryDay[] {
  const end = now.getTime();
  const late = Math.round(stored * LATE_SHARE);
  const spans = [
    ...cutByDay({ from: end - DAY_MS, to: end, clicks: late }),
    ...cutByDay({ from: end - length * DAY_MS, to: end, clicks: stored - late }),
  ];
  const days = Map.groupBy(spans, ({ from }) => from.toISOString().slice(0, 10));
  return [...days]
    .map(([day, own]) => ({ day: day.replaceAll("-", ""), spans: own }))
    .sort((a, b) => countClicks(b) - countClicks(a));
}

export function countClicks({ spans }: HistoryDay): number {
  return spans.reduce((sum, { clicks }) => sum + clicks, 0);
}

/** Cuts a span at midnight UTC. The rounded numbers of its parts have the same sum. */
function cutByDay({ from, to, clicks }: { from: number; to: number; clicks: number }) {
  const spans: HistorySpan[] = [];
  const before = (at: number) => Math.round((clicks * (at - from)) / (to - from));
  for (let start = from; start < to; ) {
    const stop = Math.min(to, (Math.floor(start / DAY_MS) + 1) * DAY_MS);
    const count = before(stop) - before(start);
    spans.push({ from: new Date(start), to: new Date(stop), clicks: count });
    start = stop;
  }
  return spans;
}
