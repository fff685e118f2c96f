import type { CampaignId, UserId } from "@fairclick/core/ids";
import { ch } from "@fairclick/sql/db/clickhouse";
import type { Db } from "@fairclick/sql/db/client";
import type { Report } from "../game-servers";
import { ALL_LINKS } from "./names";

export type Click = {
  id: string;
  campaignId: CampaignId;
  creatorId: UserId;
  at: Date;
  verdict: "valid" | "invalid" | "held" | "unpaid";
  reason: string | null;
  country: string | null;
  device: string | null;
  browser: string | null;
  referrer: string | null;
  micros: bigint;
  /** The platform's fee, if it is valid. */
  feeMicros: bigint;
};

/** A stored report with its click. */
export type Conversion = Pick<Click, "campaignId" | "creatorId" | "at" | "verdict"> & {
  clickId: string;
  event: string;
  valueMicros: bigint;
};

export type Impressions = Pick<Click, "campaignId" | "creatorId" | "at"> & { impressions: number };

/** The reference for all comparisons: the judged clicks, the games' reports, and impressions. */
export type Truth = { clicks: Click[]; conversions: Conversion[]; impressions: Impressions[] };

/** Reads the reference data. Throws if a click is not judged yet. */
export async function readTruth(db: Db, reports: readonly Report[]): Promise<Truth> {
  const [{ pending = -1 } = {}] = await db.sql<{ pending: number }[]>`
    select count(*)::int as pending from pending_clicks`;
  if (pending !== 0) throw new Error(`${pending} clicks wait for their verdict`);
  const kept = await db.sql<Click[]>`
    select id, campaign_id as "campaignId", creator_id as "creatorId", clicked_at as at, verdict, reason,
      country, device_class as device, browser, referrer_host as referrer, clicks.paid_micros as micros,
      fee_micros::bigint as "feeMicros"
    from clicks`;
  const clicks = [...kept, ...(await readMovedClicks(db))];
  const impressions = await db.sql<Impressions[]>`
    select campaign_id as "campaignId", creator_id as "creatorId", starts_at as at, impressions::int as impressions
    from impression_quarters where creator_id <> ${ALL_LINKS}`;
  return { clicks, conversions: findClicks(reports, clicks), impressions };
}

type MovedClick = Omit<Click, "at" | "micros" | "feeMicros"> &
  Record<"day" | "at" | "micros" | "feeMicros", string> & { copy: number };

/** Reads every row of ClickHouse that counts, also one that is there twice. */
export async function readMovedClicks({ sql, clickhouse }: Db): Promise<Click[]> {
  if (!clickhouse) return [];
  const days = await sql<{ day: string; copy: number }[]>`
    select day::text, copy from dropped_days where clicks is not null`;
  const copies = new Map(days.map(({ day, copy }) => [day, copy]));
  const rows = await clickhouse.read<MovedClick>(
    ch`select toString(id) as id, toString(campaign_id) as campaignId, toString(creator_id) as creatorId,
      clicked_at as at, verdict, reason, country, device_class as device, browser, referrer_host as referrer,
      paid_micros as micros, fee_micros as feeMicros, toString(toDate(clicked_at)) as day, copy
    from clicks`,
    60_000,
  );
  return rows.flatMap(({ day, copy, at, micros, feeMicros, ...row }) =>
    copies.get(day) === copy
      ? [{ ...row, at: new Date(at), micros: BigInt(micros), feeMicros: BigInt(feeMicros) }]
      : [],
  );
}

function findClicks(reports: readonly Report[], clicks: readonly Click[]): Conversion[] {
  const known = new Map(clicks.map((click) => [click.id, click]));
  return reports.map(({ clickId, event, value = 0 }) => {
    const click = known.get(clickId);
    if (!click) throw new Error(`A report was stored for ${clickId}, which is not a click`);
    const { campaignId, creatorId, at, verdict } = click;
    const valueMicros = BigInt(Math.round(value * 1_000_000));
    return { clickId, event, valueMicros, campaignId, creatorId, at, verdict };
  });
}

export type Scope = { campaignId?: string; creatorId?: string };

/** Returns the part of a campaign, a creator, or one link. */
export function narrow(truth: Truth, { campaignId, creatorId }: Scope): Truth {
  const isMeant = (row: { campaignId: string; creatorId: string }) =>
    (campaignId === undefined || row.campaignId === campaignId) &&
    (creatorId === undefined || row.creatorId === creatorId);
  return {
    clicks: truth.clicks.filter(isMeant),
    conversions: truth.conversions.filter(isMeant),
    impressions: truth.impressions.filter(isMeant),
  };
}

export function countImpressions({ impressions }: Truth): number {
  return impressions.reduce((sum, row) => sum + row.impressions, 0);
}

/** Sums the conversions of valid clicks, the only ones that count. */
export function sumConversions({ conversions }: Truth, event: string) {
  const counted = conversions.filter((each) => each.event === event && each.verdict === "valid");
  return {
    conversions: counted.length,
    valueMicros: counted.reduce((sum, { valueMicros }) => sum + valueMicros, 0n),
  };
}

/** Counts the conversions of held clicks. */
export function countHeld({ conversions }: Truth): number {
  return conversions.filter(({ verdict }) => verdict === "held").length;
}

/** Returns the clicks with what they cost the campaign instead of what they paid. */
export function addFees(clicks: readonly Click[]): Click[] {
  return clicks.map((click) =>
    click.verdict === "valid" ? { ...click, micros: click.micros + click.feeMicros } : click,
  );
}
