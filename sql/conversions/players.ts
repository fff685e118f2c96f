import type { CampaignId, UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";

export type NewPlayer = {
  clickId: string;
  clickedAt: Date;
  campaignId: CampaignId;
  creatorId: UserId;
  /** 16 bytes: the keyed hash of the game's own id. */
  player: Uint8Array;
  at: Date;
};

/** Inserts players who arrived. A click keeps the first player who was reported for it. */
export async function insertPlayers(db: Queryable, players: NewPlayer[]): Promise<void> {
  const column = <Value>(pick: (player: NewPlayer) => Value) => players.map(pick);
  await db`
    /* players.insert */
    insert into players (click_id, clicked_at, campaign_id, creator_id, player, joined_at)
    select click_id, clicked_at, campaign_id, creator_id, decode(player, 'hex'), joined_at
    from unnest(
      ${column(({ clickId }) => clickId)}::uuid[],
      ${column(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[],
      ${column(({ campaignId }) => campaignId)}::uuid[],
      ${column(({ creatorId }) => creatorId)}::uuid[],
      ${column(({ player }) => toHex(player))}::text[],
      ${column(({ at }) => at.toISOString())}::timestamptz[]
    ) as arrived (click_id, clicked_at, campaign_id, creator_id, player, joined_at)
    order by click_id
    on conflict (click_id) do nothing`;
}

/**
 * Stores the first return of players, on a later UTC day than their arrival. Ignores a return of
 * another player than the one who arrived by the click.
 */
export async function markReturned(
  db: Queryable,
  returns: Pick<NewPlayer, "clickId" | "player" | "at">[],
): Promise<void> {
  await db`
    /* players.markReturned */
    update players p set returned_at = came.at
    from (
      select click_id, player, min(at) as at
      from unnest(
        ${returns.map(({ clickId }) => clickId)}::uuid[],
        ${returns.map(({ player }) => toHex(player))}::text[],
        ${returns.map(({ at }) => at.toISOString())}::timestamptz[]
      ) as came (click_id, player, at)
      group by click_id, player order by click_id
    ) came
    where p.click_id = came.click_id and p.player = decode(came.player, 'hex')
      and p.returned_at is null
      and (came.at at time zone 'UTC')::date > (p.joined_at at time zone 'UTC')::date`;
}

/** Arbitrary; counting runs in one worker at a time. */
const COUNTING_LOCK = 5_318_008;

/** Returns false if another worker is counting players. Locks until the end of the transaction. */
export async function lockCounting(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    /* players.lockCounting */ select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as taken`;
  return row?.taken ?? false;
}

/**
 * Counts players of judged clicks under the rule that refused the click first, or as accepted.
 * A player counts once per campaign. Requires `lockCounting`. Returns how many rows it took.
 */
export async function countArrivals(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx<{ taken: number }[]>`
    /* players.countArrivals */
    with due as materialized (
      select p.click_id, p.clicked_at, p.campaign_id, p.player, k.judged_as
      from players p
      cross join lateral (
        select case when d.id is null then coalesce(c.reason, '') else coalesce(d.reason_before, '') end as judged_as
        from clicks c
        left join lateral (
          select id, reason_before from click_decisions where click_id = c.id order by id limit 1
        ) d on true
        where c.id = p.click_id and c.clicked_at = p.clicked_at
      ) k
      where p.judged_as is null
      order by p.joined_at, p.click_id limit ${limit}
    ),
    named as (
      select *, row_number() over (partition by campaign_id, player order by clicked_at, click_id) = 1
        and not exists (
          select from players o
          where o.campaign_id = due.campaign_id and o.player = due.player and o.is_counted
        ) as is_first
      from due
    ),
    taken as (
      update players p set judged_as = n.judged_as, is_counted = n.is_first
      from named n where p.click_id = n.click_id
      returning p.*
    ),
    kept as (
      insert into rule_days as kept (campaign_id, creator_id, judged_as, day, joined, returned)
      select campaign_id, creator_id, judged_as, (clicked_at at time zone 'UTC')::date, count(*), 0
      from taken where is_counted group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (campaign_id, creator_id, judged_as, day)
      do update set joined = kept.joined + excluded.joined
    )
    select count(*)::int as taken from taken`;
  return row?.taken ?? 0;
}

/**
 * Counts returns of counted players, and makes refused clicks due for their payment. Requires
 * `lockCounting`. Returns how many rows it took.
 */
export async function countReturns(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const [row] = await tx<{ taken: number }[]>`
    /* players.countReturns */
    with due as materialized (
      select click_id from players
      where returned_at is not null and not return_seen and judged_as is not null
      order by returned_at, click_id limit ${limit}
    ),
    taken as (
      update players p set return_seen = true,
        try_at = case when p.judged_as = '' then null else ${now}::timestamptz end
      from due where p.click_id = due.click_id
      returning p.*
    ),
    kept as (
      insert into rule_days as kept (campaign_id, creator_id, judged_as, day, joined, returned)
      select campaign_id, creator_id, judged_as, (clicked_at at time zone 'UTC')::date, count(*), count(*)
      from taken where is_counted group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (campaign_id, creator_id, judged_as, day)
      do update set returned = kept.returned + excluded.returned
    )
    select count(*)::int as taken from taken`;
  return row?.taken ?? 0;
}

/** Deletes players of clicks before a moment; their sums stay. Returns how many. */
export async function deletePlayersBefore(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* players.deleteBefore */
    delete from players where click_id in (
      select click_id from players where clicked_at < ${before} order by clicked_at limit ${limit}
    )`;
  return deleted.count;
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export type ReportedLink = {
  code: string;
  creatorId: UserId;
  /** All judged clicks of the link. */
  clicks: bigint;
  /** Players of the event that was reported most often. */
  players: bigint;
};

/** Finds links of a campaign by their short codes. */
export async function findReportedLinks(
  db: Queryable,
  { campaignId, codes }: { campaignId: CampaignId; codes: readonly string[] },
): Promise<ReportedLink[]> {
  return db<ReportedLink[]>`
    /* shareLinkPlayers.findLinks */
    select l.code, l.creator_id,
      coalesce(o.valid + o.invalid + o.held + o.unpaid, 0)::bigint as clicks,
      (select coalesce(max(n.players), 0) from share_link_counts n
       where n.campaign_id = l.campaign_id and n.creator_id = l.creator_id)::bigint as players
    from links l
    left join link_outcomes o on o.campaign_id = l.campaign_id and o.creator_id = l.creator_id
    where l.campaign_id = ${campaignId} and l.code = any (${[...codes]}::text[])`;
}

/** `player` is hex: 16 bytes, the keyed hash of the game's own id. */
export type SharedPlayer = { creatorId: UserId; event: string; player: string };

/**
 * Counts players who came by share links, each once per campaign and event: for the link that was
 * reported first. Returns those that are new. No two of them have the same event and player.
 */
export async function countSharedPlayers(
  db: Queryable,
  { campaignId, players, at }: { campaignId: CampaignId; players: SharedPlayer[]; at: Date },
): Promise<SharedPlayer[]> {
  return db<SharedPlayer[]>`
    /* shareLinkPlayers.count */
    with fresh as (
      insert into share_link_players (campaign_id, event, player, creator_id, reported_at)
      select ${campaignId}::uuid, event, decode(player, 'hex'), creator_id, ${at}::timestamptz
      from unnest(
        ${players.map(({ event }) => event)}::text[],
        ${players.map(({ player }) => player)}::text[],
        ${players.map(({ creatorId }) => creatorId)}::uuid[]
      ) as given (event, player, creator_id)
      order by event, player
      on conflict (campaign_id, event, player) do nothing
      returning creator_id, event, player
    ),
    counted as (
      insert into share_link_counts as counts (campaign_id, creator_id, event, players)
      select ${campaignId}::uuid, creator_id, event, count(*) from fresh
      group by creator_id, event order by creator_id, event
      on conflict (campaign_id, creator_id, event)
      do update set players = counts.players + excluded.players
    )
    select creator_id, event, encode(player, 'hex') as player from fresh`;
}

/** Deletes players who were reported before a moment; their counts stay. Returns how many. */
export async function deleteSharedPlayersBefore(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* shareLinkPlayers.deleteBefore */
    delete from share_link_players where (campaign_id, event, player) in (
      select campaign_id, event, player from share_link_players
      where reported_at < ${before} order by reported_at limit ${limit}
    )`;
  return deleted.count;
}

export type SharedCount = { creatorId: UserId; players: bigint };

/** Counts players of an event per link of a campaign, or of one creator's link. */
export async function listSharedCounts(
  db: Queryable,
  scope: { campaignId: CampaignId; creatorId: UserId | null; event: string },
): Promise<SharedCount[]> {
  const { campaignId, creatorId, event } = scope;
  return db<SharedCount[]>`
    /* shareLinkPlayers.listCounts */
    select creator_id, players from share_link_counts
    where campaign_id = ${campaignId} and event = ${event}
      and (${creatorId}::uuid is null or creator_id = ${creatorId})
    order by creator_id limit 10000`;
}

/** Counts a campaign's players who came by clicks that one of these signals judged. */
export async function countPlayersJudgedAs(
  db: Queryable,
  { campaignId, signals }: { campaignId: CampaignId; signals: readonly string[] },
): Promise<bigint> {
  const [row] = await db<{ players: bigint }[]>`
    /* players.countJudgedAs */
    select coalesce(sum(joined), 0)::bigint as players from rule_days
    where campaign_id = ${campaignId} and judged_as = any (${[...signals]}::text[])`;
  return requireRow(row, "a sum").players;
}
