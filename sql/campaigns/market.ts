import type { MarketOrder } from "@fairclick/core/campaigns/estimates";
import { ALL_LINKS, type CampaignId, type UserId } from "@fairclick/core/ids";
import { creatorFit, type FittingCreator } from "../accounts/channels";
import type { PageRequest, Queryable, Tx } from "../db/client";
import { type CampaignRow, costNow, priceNow, selectCampaigns } from "./campaigns";

export type JoinableFilter = {
  /** Leaves out campaigns that this user launched or joined. */
  exceptUserId: UserId | null;
  search: string | null;
  genre: string | null;
  /** Lists campaigns that want this creator. */
  wanting: FittingCreator | null;
};

/** `fit` sorts by how well the campaigns fit this creator. */
export type JoinableOrder =
  | { by: Exclude<MarketOrder, "fit"> }
  | { by: "fit"; creator: FittingCreator };

/**
 * Lists campaigns that can be joined, sorted as chosen and then newest first. Finds the page first,
 * so that the counters of other campaigns are not read. A campaign with a budget that changes between two
 * pages can be missing from both, or be on both.
 */
export async function listJoinableCampaigns(
  db: Queryable,
  page: PageRequest<CampaignId> & { at: Date; filter: JoinableFilter; order: JoinableOrder },
): Promise<CampaignRow[]> {
  const key = sortKey(db, page.order);
  return db<CampaignRow[]>`
    /* joinableCampaigns.list */
    with page as materialized (
      select array_agg(id order by place) as ids from (
        select c.id, row_number() over (order by ${key} desc, c.created_at desc, c.id desc) as place
        from ${withMoney(db)}
        join users u on u.id = c.developer_id
        where ${isOpen(db, page.at)}
          ${matches(db, page.filter)}
          ${
            page.cursor === null
              ? db``
              : db`and (${key}, c.created_at, c.id) < (
                  select ${key}, c.created_at, c.id from ${withMoney(db)} where c.id = ${page.cursor})`
          }
        order by ${key} desc, c.created_at desc, c.id desc limit ${page.limit}
      ) found
    )
    ${selectCampaigns(db)}
    where c.id = any ((select ids from page)::uuid[])
    order by array_position((select ids from page), c.id)`;
}

/** Lists the ids of campaigns that can be joined, newest first. */
export async function listOpenCampaignIds(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<CampaignId[]> {
  const rows = await db<{ id: CampaignId }[]>`
    /* joinableCampaigns.listIds */
    select c.id from ${withMoney(db)}
    join users u on u.id = c.developer_id
    where ${isOpen(db, at)}
    order by c.created_at desc, c.id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Takes up to `limit` users who wait for a game while a campaign of another user can be joined: they
 * wait no longer.
 */
export async function takeWaitingForGame(
  tx: Tx,
  { at, limit }: { at: Date; limit: number },
): Promise<UserId[]> {
  const rows = await tx<{ id: UserId }[]>`
    /* waitingForGame.take */
    update users set waits_for_game_at = null
    where id in (
      select w.id from users w
      where w.waits_for_game_at is not null and w.suspended_at is null and exists (
        select from ${withMoney(tx)} join users u on u.id = c.developer_id
        where ${isOpen(tx, at)} and u.id <> w.id)
      order by w.waits_for_game_at limit ${limit} for no key update of w skip locked)
    returning id`;
  return rows.map(({ id }) => id);
}

/** Keeps the time of the first request. */
export async function waitForGame(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<void> {
  await db`
    /* waitingForGame.add */
    update users set waits_for_game_at = coalesce(waits_for_game_at, ${at})
    where id = ${userId} and deleted_at is null`;
}

/** Selects campaigns `c` of developers `u` that can be joined, with the tables of `withMoney`. */
function isOpen(db: Queryable, at: Date) {
  return db`c.funded_at is not null and c.paused_at is null and c.disabled_at is null
    and u.suspended_at is null and c.ends_at > ${at}
    and ${freeBudget(db)} >= ${costNow(db)}`;
}

function withMoney(db: Queryable) {
  return db`campaigns c
    join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id`;
}

/** An expression for the budget that is left without claims of held clicks, with the tables of `withMoney`. */
function freeBudget(db: Queryable) {
  return db`(a.balance_micros - coalesce(h.micros, 0))`;
}

function sortKey(db: Queryable, order: JoinableOrder) {
  switch (order.by) {
    case "newest":
      return db`c.created_at`;
    case "price":
      return priceNow(db);
    case "budget":
      return freeBudget(db);
    case "fit":
      return creatorFit(db, order.creator);
  }
}

function matches(db: Queryable, filter: JoinableFilter) {
  const { exceptUserId, search, genre, wanting } = filter;
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return db`
    and (${exceptUserId}::uuid is null or (c.developer_id <> ${exceptUserId} and not exists (
      select from links l where l.campaign_id = c.id and l.creator_id = ${exceptUserId})))
    and (${pattern}::text is null or c.name ilike ${pattern} or c.game_title ilike ${pattern})
    and (${genre}::text is null or ${genre} = any (c.genres))
    ${wanting ? db`and ${creatorFit(db, wanting)} > 0` : db``}`;
}

export type StandingRow = {
  campaignId: CampaignId;
  /** What the budget paid for the clicks of the last 24 hours, fees included. */
  daySpentMicros: bigint;
  /** Hours of the last 24 in which the campaign ran. */
  dayHours: number;
  /** Median seconds from click to verdict, over the day's last clicks; null without clicks. */
  verdictSeconds: number | null;
  developerSince: Date;
};

/** Number of clicks over which the time to a verdict is measured. */
const MEASURED_CLICKS = 50;

/** Returns the standings of campaigns, in any order. Reads a bounded number of rows for each. */
export async function listStandings(
  db: Queryable,
  { campaignIds, at }: { campaignIds: readonly CampaignId[]; at: Date },
): Promise<StandingRow[]> {
  return db<StandingRow[]>`
    /* campaignStandings.list */
    select c.id as campaign_id, day.spent as day_spent_micros,
      greatest(0, extract(epoch from ${at} - greatest(c.starts_at, c.funded_at, day.since)) / 3600)::float8
        as day_hours,
      speed.seconds as verdict_seconds, u.created_at as developer_since
    from campaigns c
    join users u on u.id = c.developer_id
    cross join lateral (
      select coalesce(sum(k.paid_micros + k.fee_micros), 0)::bigint as spent,
        ${at}::timestamptz - interval '1 day' as since
      from click_quarters k
      where k.campaign_id = c.id and k.creator_id = ${ALL_LINKS}
        and k.starts_at > ${at}::timestamptz - interval '1 day'
    ) day
    cross join lateral (
      select percentile_cont(0.5) within group (order by seconds)::float8 as seconds
      from (
        select extract(epoch from s.settled_at - k.clicked_at) as seconds
        from clicks k join settlements s on s.id = k.settlement_id
        where k.campaign_id = c.id and k.clicked_at > ${at}::timestamptz - interval '1 day'
        order by hour_of(k.clicked_at) desc, k.clicked_at desc limit ${MEASURED_CLICKS}
      ) last
    ) speed
    where c.id = any (${[...campaignIds]}::uuid[])`;
}
