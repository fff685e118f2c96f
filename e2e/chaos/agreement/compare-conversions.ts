import type { Db } from "@fairclick/sql/db/client";
import type { Compare, Figures } from "./comparison";
import { ALL_LINKS, type LinkIds, type NameLink } from "./names";
import { toFigures } from "./tally";
import type { Conversion, Truth } from "./truth";

type Compared = { truth: Truth; nameLink: NameLink; compare: Compare };

const QUARTER_MS = 900_000;
const states = { valid: "counted", held: "held", invalid: "off", unpaid: "off" } as const;

/** Compares the stored reports: each exists once, and counts if its click is valid. */
export async function compareConversions(db: Db, compared: Compared): Promise<void> {
  const { truth, compare } = compared;
  const rows = await db.sql<{ clickId: string; event: string; state: string; micros: bigint }[]>`
    select click_id as "clickId", event, state, coalesce(value_micros, 0)::bigint as micros
    from conversions`;
  compare(
    "conversions",
    toFigures(rows.map(({ clickId, event, ...row }) => [`${event} of ${clickId}`, row])),
    toFigures(
      truth.conversions.map(({ clickId, event, verdict, valueMicros: micros }) => [
        `${event} of ${clickId}`,
        { state: states[verdict], micros },
      ]),
    ),
  );
  await compareCounts(db, compared);
  await compareImpressions(db, compared);
}

type Counted = LinkIds & { event: string; conversions: bigint; micros: bigint };

async function compareCounts({ sql }: Db, { truth, nameLink, compare }: Compared): Promise<void> {
  const columns = sql`campaign_id as "campaignId", creator_id as "creatorId", event, conversions, value_micros as micros`;
  const days = await sql<(Counted & { day: string })[]>`
    select click_day::text as day, ${columns} from conversion_counts`;
  compare(
    "conversion_counts",
    toFigures(days.map((row) => [`${nameLink(row)}, ${row.day}, ${row.event}`, pickCounts(row)])),
    countConversions(truth.conversions, (each) => [
      `${nameLink(each)}, ${each.at.toISOString().slice(0, 10)}, ${each.event}`,
    ]),
  );
  const quarters = await sql<(Counted & { at: Date })[]>`
    select starts_at as at, ${columns} from conversion_quarters`;
  const nameQuarter = ({ at, event, ...link }: LinkIds & { at: Date; event: string }) =>
    `${nameLink(link)}, ${startOfQuarter(at)}, ${event}`;
  compare(
    "conversion_quarters",
    toFigures(quarters.map((row) => [nameQuarter(row), pickCounts(row)])),
    countConversions(truth.conversions, (each) => [
      nameQuarter(each),
      nameQuarter({ ...each, creatorId: ALL_LINKS }),
    ]),
  );
}

function pickCounts({ conversions, micros }: Counted) {
  return { conversions, micros };
}

function countConversions(
  conversions: readonly Conversion[],
  toNames: (conversion: Conversion) => string[],
): Figures {
  const counts = new Map<string, { conversions: number; micros: bigint }>();
  for (const each of conversions) {
    if (each.verdict !== "valid") continue;
    for (const name of toNames(each)) {
      const known = counts.get(name) ?? { conversions: 0, micros: 0n };
      counts.set(name, {
        conversions: known.conversions + 1,
        micros: known.micros + each.valueMicros,
      });
    }
  }
  return toFigures(counts);
}

/**
 * Compares impression counters. Banners store only counters per link, so campaigns and totals are
 * compared with those.
 */
async function compareImpressions({ sql }: Db, { truth, nameLink, compare }: Compared) {
  const totals = await sql<(LinkIds & { impressions: bigint })[]>`
    select campaign_id as "campaignId", creator_id as "creatorId", impressions from impression_totals`;
  compare(
    "impression_totals",
    sumImpressions(totals, nameLink),
    sumImpressions(truth.impressions, nameLink),
  );
  const ofCampaigns = await sql<(LinkIds & { at: Date; impressions: bigint })[]>`
    select campaign_id as "campaignId", creator_id as "creatorId", starts_at as at, impressions
    from impression_quarters where creator_id = ${ALL_LINKS}`;
  const nameQuarter = ({ campaignId, at }: { campaignId: string; at: Date }) =>
    `${nameLink({ campaignId, creatorId: ALL_LINKS })}, ${startOfQuarter(at)}`;
  compare(
    "impression_quarters",
    sumImpressions(ofCampaigns, nameQuarter),
    sumImpressions(truth.impressions, nameQuarter),
  );
}

function sumImpressions<Row extends { impressions: bigint | number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Figures {
  const sums: Record<string, bigint> = {};
  for (const row of rows) {
    const name = nameOf(row);
    sums[name] = (sums[name] ?? 0n) + BigInt(row.impressions);
  }
  return sums;
}

function startOfQuarter(at: Date): string {
  return new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS).toISOString();
}
