import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, CampaignKeyId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type ReportedClick = {
  clickId: string;
  campaignId: CampaignId;
  creatorId: UserId;
  verdict: Verdict;
};

/** Finds pending and judged clicks by id and moment. Leaves out clicks that are not recorded. */
export async function findReportedClicks(
  db: Queryable,
  clicks: { clickId: string; clickedAt: Date }[],
): Promise<ReportedClick[]> {
  return db<ReportedClick[]>`
    /* conversions.findReportedClicks */
    select k.id as click_id, k.campaign_id, k.creator_id, k.verdict
    from unnest(
      ${clicks.map(({ clickId }) => clickId)}::uuid[],
      ${clicks.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[]
    ) as requested (id, clicked_at)
    cross join lateral (
      select c.id, c.campaign_id, c.creator_id, c.verdict from clicks c
      where c.id = requested.id and c.clicked_at = requested.clicked_at
      union all
      select p.id, p.campaign_id, p.creator_id, 'pending' from pending_clicks p where p.id = requested.id
    ) k`;
}

export type NewConversion = {
  clickId: string;
  event: string;
  campaignId: CampaignId;
  creatorId: UserId;
  clickedAt: Date;
  at: Date;
  valueMicros: bigint | null;
};

/** Inserts new conversions, uncounted, and returns them. Leaves existing ones unchanged. */
export async function insertConversions(
  db: Queryable,
  conversions: NewConversion[],
): Promise<{ clickId: string; event: string }[]> {
  const column = <Value>(pick: (conversion: NewConversion) => Value) => conversions.map(pick);
  return db<{ clickId: string; event: string }[]>`
    /* conversions.insert */
    insert into conversions (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros)
    select click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros::bigint
    from unnest(
      ${column(({ clickId }) => clickId)}::uuid[],
      ${column(({ event }) => event)}::text[],
      ${column(({ campaignId }) => campaignId)}::uuid[],
      ${column(({ creatorId }) => creatorId)}::uuid[],
      ${column(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ valueMicros }) => valueMicros?.toString() ?? null)}::text[]
    ) as report (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros)
    order by click_id, event
    on conflict (click_id, event) do nothing
    returning click_id, event`;
}

/**
 * Updates waiting conversions to the state of their click's verdict: those of the given clicks, or
 * of all judged clicks. Waits for a concurrent change of a verdict and blocks the next one until
 * the commit, so that neither misses the other. Returns how many no longer wait.
 */
export async function countWaitingConversions(
  db: Queryable,
  clickIds: string[] | null,
): Promise<number> {
  const updated = await db`
    /* conversions.countWaiting */
    with judged as materialized (
      select click_id, event, state from judged_conversions(${clickIds}::uuid[])
    )
    update conversions c set state = j.state from judged j
    where c.click_id = j.click_id and c.event = j.event and c.state = 'waiting'`;
  return updated.count;
}

export type EventCountRow = { event: string; conversions: bigint; valueMicros: bigint };
export type LinkScope = { campaignId: CampaignId; creatorId: UserId | null };

/** Returns counted conversions of a campaign, or of one creator's link, by event. */
export async function listEventCounts(
  db: Queryable,
  { campaignId, creatorId }: LinkScope,
): Promise<EventCountRow[]> {
  return db<EventCountRow[]>`
    /* conversionStats.listEventCounts */
    select event, sum(conversions)::bigint as conversions, sum(value_micros)::bigint as value_micros
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
    select l.creator_id, u.username, coalesce(n.conversions, 0)::bigint as conversions,
      coalesce(n.value_micros, 0)::bigint as value_micros,
      coalesce(i.impressions, 0)::bigint as impressions, coalesce(k.valid, 0)::bigint as valid_clicks
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
    order by conversions desc, valid_clicks desc, l.creator_id limit ${limit}`;
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
    select creator_id,
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
    select event, received_at from conversions
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

export type OwnEvent = { name: string; isConversion: boolean };

export async function listOwnEvents(db: Queryable, campaignId: CampaignId): Promise<OwnEvent[]> {
  return db<OwnEvent[]>`
    /* campaigns.listOwnEvents */
    select event as name, event is not distinct from c.conversion_event as is_conversion
    from campaigns c, unnest(c.own_events) as event
    where c.id = ${campaignId} order by event limit 100`;
}

/** Replaces a campaign's own events. The campaign must be locked. */
export async function replaceOwnEvents(
  tx: Tx,
  { campaignId, events }: { campaignId: CampaignId; events: OwnEvent[] },
): Promise<void> {
  const conversion = events.find((event) => event.isConversion)?.name ?? null;
  await tx`
    /* campaigns.replaceOwnEvents */
    update campaigns set own_events = ${events.map((event) => event.name)}::text[],
      conversion_event = ${conversion}
    where id = ${campaignId}`;
}

export type CampaignKeyRow = {
  id: CampaignKeyId;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  testedAt: Date | null;
  testedEvent: string | null;
};

/** Finds the campaign of a valid key's token; null if there is none. */
export async function findCampaignByKey(
  db: Queryable,
  tokenHash: Uint8Array,
): Promise<{ keyId: CampaignKeyId; campaignId: CampaignId; suspended: boolean } | null> {
  const [row] = await db<{ keyId: CampaignKeyId; campaignId: CampaignId; suspended: boolean }[]>`
    /* campaignKeys.findCampaignByKey */
    select k.id as key_id, k.campaign_id, u.suspended_at is not null as suspended
    from campaign_keys k
    join campaigns c on c.id = k.campaign_id
    join users u on u.id = c.developer_id
    where k.token_hash = ${tokenHash} and k.ends_at is null`;
  return row ?? null;
}

/** Lists keys that were not revoked, oldest first. */
export async function listCampaignKeys(
  db: Queryable,
  campaignId: CampaignId,
): Promise<CampaignKeyRow[]> {
  return db<CampaignKeyRow[]>`
    /* campaignKeys.list */
    select id, name, created_at, last_used_at, tested_at, tested_event
    from campaign_keys where campaign_id = ${campaignId} and ends_at is null
    order by created_at, id limit 100`;
}

export async function insertCampaignKey(
  tx: Tx,
  key: {
    id: CampaignKeyId;
    campaignId: CampaignId;
    name: string;
    tokenHash: Uint8Array;
    createdAt: Date;
  },
): Promise<void> {
  await tx`
    /* campaignKeys.insert */
    insert into campaign_keys (id, campaign_id, name, token_hash, created_at)
    values (${key.id}, ${key.campaignId}, ${key.name}, ${key.tokenHash}, ${key.createdAt})`;
}

/** Revokes a key and returns its name; null if the campaign has no such key. */
export async function endCampaignKey(
  tx: Tx,
  key: { id: CampaignKeyId; campaignId: CampaignId; at: Date },
): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    /* campaignKeys.end */
    update campaign_keys set ends_at = ${key.at}
    where id = ${key.id} and campaign_id = ${key.campaignId} and ends_at is null
    returning name`;
  return row?.name ?? null;
}

/**
 * Updates `last_used_at` at most once a minute, so that a busy server's requests do not wait for
 * the row.
 */
export async function markKeyUsed(
  db: Queryable,
  { id, at }: { id: CampaignKeyId; at: Date },
): Promise<void> {
  await db`
    /* campaignKeys.markUsed */
    update campaign_keys set last_used_at = ${at}
    where id = ${id} and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute')`;
}

export async function markKeyTested(
  db: Queryable,
  { id, at, event }: { id: CampaignKeyId; at: Date; event: string },
): Promise<void> {
  await db`
    /* campaignKeys.markTested */
    update campaign_keys set tested_at = ${at}, tested_event = ${event} where id = ${id}`;
}
