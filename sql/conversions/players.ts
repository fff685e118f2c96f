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
