import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

export type EventCountRow = { event: string; conversions: bigint; valueMicros: bigint };
export type LinkScope = { campaignId: CampaignId; creatorId: UserId | null };

/** Returns counted conversions of a campaign, or of one creator's link, by event. */
export async function listEventCounts(
  db: Queryable,
  { campaignId, creatorId }: LinkScope,
): Promise<EventCountRow[]> {
  return db<EventCountRow[]>`
    /* conversionStats.listEventCounts */
    select event, sum(conversions)::bigint as conversions, sum(value_micros)::bigint as "valueMicros"
    from conversion_counts
    where campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})
    group by event order by event limit 100`;
}

export type CreatorCountRow = {
  creatorId: UserId;
  username: string;
  conversions: bigint;
  valueMicros: bigint;
  impressions: bigint;
  validClicks: bigint;
};

/**
 * Lists every link of a campaign with its valid clicks and conversions, the most conversions first.
 */
export async function listCreatorCounts(
  db: Queryable,
  { campaignId, event, limit }: { campaignId: CampaignId; event: string; limit: number },
): Promise<CreatorCountRow[]> {
  return db<CreatorCountRow[]>`
    /* conversionStats.listCreatorCounts */
    select l.creator_id as "creatorId", u.username, coalesce(n.conversions, 0)::bigint as conversions,
      coalesce(n.value_micros, 0)::bigint as "valueMicros",
      coalesce(i.impressions, 0)::bigint as impressions, coalesce(k.valid, 0)::bigint as "validClicks"
    from links l
    join users u on u.id = l.creator_id
    left join (
      select creator_id, sum(conversions) filter (where event = ${event}) as conversions,
        sum(value_micros) as value_micros
      from conversion_counts where campaign_id = ${campaignId} group by creator_id
    ) n on n.creator_id = l.creator_id
    left join impression_totals i on i.campaign_id = l.campaign_id and i.creator_id = l.creator_id
    left join link_outcomes k on k.campaign_id = l.campaign_id and k.creator_id = l.creator_id
    where l.campaign_id = ${campaignId}
    order by conversions desc, "validClicks" desc, l.creator_id limit ${limit}`;
}

export type RetentionRow = { creatorId: UserId; arrived: bigint; returned: bigint };

/**
 * Counts, per creator, visitors who arrived by clicks up to that UTC day, and those who returned.
 */
export async function listRetention(
  db: Queryable,
  scope: LinkScope & { arrival: string; returning: string; upToDay: string },
): Promise<RetentionRow[]> {
  const { campaignId, creatorId, arrival, returning, upToDay } = scope;
  return db<RetentionRow[]>`
    /* conversionStats.listRetention */
    select creator_id as "creatorId",
      coalesce(sum(conversions) filter (where event = ${arrival}), 0)::bigint as arrived,
      coalesce(sum(conversions) filter (where event = ${returning}), 0)::bigint as returned
    from conversion_counts
    where campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})
      and click_day <= ${upToDay}::date
    group by creator_id order by creator_id limit 10000`;
}

export type WaitingRow = { waiting: bigint; held: bigint };

export async function countUncounted(
  db: Queryable,
  { campaignId, creatorId }: LinkScope,
): Promise<WaitingRow> {
  const [row] = await db<WaitingRow[]>`
    /* conversionStats.countUncounted */
    select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'held') as held
    from conversions
    where state in ('waiting', 'held') and campaign_id = ${campaignId}
      and (${creatorId}::uuid is null or creator_id = ${creatorId})`;
  return row ?? { waiting: 0n, held: 0n };
}

/** Finds the conversion that was reported last, in any state; null if there is none. */
export async function findLatestConversion(
  db: Queryable,
  campaignId: CampaignId,
): Promise<{ event: string; receivedAt: Date } | null> {
  const [row] = await db<{ event: string; receivedAt: Date }[]>`
    /* conversionStats.findLatest */
    select event, received_at as "receivedAt" from conversions
    where campaign_id = ${campaignId} order by received_at desc limit 1`;
  return row ?? null;
}

/** Counts loads of a creator's embed. */
export async function countImpressions(
  db: Queryable,
  { campaignId, creatorId }: LinkScope,
): Promise<bigint> {
  const [row] = await db<{ impressions: bigint }[]>`
    /* conversionStats.countImpressions */
    select coalesce(sum(impressions), 0)::bigint as impressions from impression_totals
    where campaign_id = ${campaignId} and (${creatorId}::uuid is null or creator_id = ${creatorId})`;
  return row?.impressions ?? 0n;
}
