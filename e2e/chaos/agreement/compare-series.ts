import { breakdownDimensions } from "@fairclick/core/clicks/category-names";
import { JOINED } from "@fairclick/core/conversions/report";
import type { Compare } from "./comparison";
import { micros } from "./read-api";
import { noClicks, sumClicks, tally, toFigures } from "./tally";
import { type Click, countImpressions, sumConversions, type Truth } from "./truth";
import { VIEWERS_ZONE } from "./viewers-zone";

type Counts = Record<"valid" | "invalid" | "held" | "unpaid", number> & { spend: number };
type Window = { from: string; to: string; step: "day" | "hour"; timeZone: string };
type Point = Counts & { at: string; pending: number; impressions: number; conversions: number };
type Breakdown = { items: (Counts & { value: string })[]; rest: Counts };

export type StatsSource = {
  place: string;
  truth: Truth;
  series: (query: Window) => Promise<Point[]>;
  breakdown: (query: Window & { dimension: Dimension; limit: string }) => Promise<Breakdown>;
};
type Dimension = (typeof breakdownDimensions)[number];

const DAY_MS = 86_400_000;

/** Returns a window of days, which are counted, and one of hours within the counted range. */
function windows(now: number): Window[] {
  const to = new Date(now).toISOString();
  const from = (days: number) => new Date(now - days * DAY_MS).toISOString();
  return [
    { from: from(29), to, step: "day", timeZone: "UTC" },
    { from: from(2), to, step: "hour", timeZone: VIEWERS_ZONE },
  ];
}

/** Compares a campaign's or a link's clicks over time and by every dimension. */
export async function compareSeries(stats: StatsSource, compare: Compare): Promise<void> {
  const { place, truth } = stats;
  for (const window of windows(Date.now())) {
    const name = `${place}, by the ${window.step}`;
    const points = await stats.series(window);
    compare(
      name,
      toFigures(points.map((point) => [point.at, describePoint(point)])),
      toFigures(sumPoints(points, truth)),
    );
    for (const dimension of breakdownDimensions) {
      const { items, rest } = await stats.breakdown({ ...window, dimension, limit: "10" });
      const listed = new Set(items.map(({ value }) => value));
      const words = tally(truth.clicks, (click) => {
        const word = toWord(click, dimension);
        return [listed.has(word) ? word : "the rest"];
      });
      compare(
        `${name}, by ${dimension}`,
        toFigures([
          ...items.map((item) => [item.value, pickSums(item)] as const),
          ["the rest", pickSums(rest)],
        ]),
        toFigures(new Map([["the rest", noClicks()], ...words])),
      );
    }
  }
}

function describePoint(point: Point) {
  const { pending, impressions, conversions } = point;
  return { ...pickSums(point), pending, impressions, conversions };
}

/** Adds each click to the last point that begins before it. */
function sumPoints(points: readonly Point[], truth: Truth): [string, object][] {
  const starts = points.map(({ at }) => Date.parse(at));
  const findPoint = ({ at }: { at: Date }) =>
    starts.findLastIndex((start) => start <= at.getTime());
  const clicks = Map.groupBy(truth.clicks, findPoint);
  const conversions = Map.groupBy(truth.conversions, findPoint);
  const impressions = Map.groupBy(truth.impressions, findPoint);
  return [-1, ...points.keys()].flatMap((n): [string, object][] => {
    const inPoint = {
      clicks: clicks.get(n) ?? [],
      conversions: conversions.get(n) ?? [],
      impressions: impressions.get(n) ?? [],
    };
    if (n === -1 && inPoint.clicks.length === 0) return [];
    const counted = {
      impressions: countImpressions(inPoint),
      conversions: sumConversions(inPoint, JOINED).conversions,
    };
    const name = points[n]?.at ?? "before";
    return [[name, { ...sumClicks(inPoint.clicks), pending: 0, ...counted }]];
  });
}

function pickSums({ valid, invalid, held, unpaid, spend }: Counts) {
  return { valid, invalid, held, unpaid, micros: micros(spend) };
}

function toWord({ country, device, browser, referrer }: Click, dimension: Dimension): string {
  const words = { country, device, browser, referrer };
  return words[dimension] ?? (dimension === "referrer" ? "direct" : "unknown");
}
