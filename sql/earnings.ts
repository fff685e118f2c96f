import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { ReasonCountRow } from "./click-counts";
import type { Queryable } from "./client";

/** UTC days, the first inside and the last outside of the span; null for all there is. */
export type DaySpan = { userId: UserId; from: Date | null };

const verdictCounts = (db: Queryable) => db`
  coalesce(sum(clicks) filter (where verdict = 'valid'), 0)::bigint as valid,
  coalesce(sum(clicks) filter (where verdict = 'invalid'), 0)::bigint as invalid,
  coalesce(sum(clicks) filter (where verdict = 'held'), 0)::bigint as held,
  coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0)::bigint as unpaid,
  coalesce(sum(paid_micros), 0)::bigint as "paidMicros"`;

const since = (db: Queryable, { userId, from }: DaySpan) =>
  db`creator_id = ${userId} and (${from}::timestamptz is null or hour >= ${from})`;

export type JudgedCounts = Record<FinalVerdict, bigint> & { paidMicros: bigint };
export type DayRow = JudgedCounts & { day: Date };

/** Oldest first; days without clicks are left out. */
export async function listEarningDays(db: Queryable, span: DaySpan): Promise<DayRow[]> {
  return db<DayRow[]>`
    /* earnings.listDays */
    select date_trunc('day', hour, 'UTC') as day, ${verdictCounts(db)}
    from click_rollups where ${since(db, span)}
    group by 1 order by 1`;
}

export type CampaignDayRow = DayRow & { campaign: string };

/** Oldest first, and by name within a day. */
export async function listCampaignDays(db: Queryable, userId: UserId): Promise<CampaignDayRow[]> {
  return db<CampaignDayRow[]>`
    /* earnings.listCampaignDays */
    select d.*, c.name as campaign from (
      select date_trunc('day', hour, 'UTC') as day, campaign_id, ${verdictCounts(db)}
      from click_rollups where creator_id = ${userId}
      group by 1, 2
    ) d join campaigns c on c.id = d.campaign_id
    order by d.day, c.name, c.id`;
}

export type CampaignEarningsRow = JudgedCounts & {
  id: CampaignId;
  name: string;
  payoutMicros: bigint;
  /** Not judged yet, of whatever day. */
  pending: bigint;
};

/** Every campaign of which the user has a link: what its clicks since then came to, the most first. */
export async function listCampaignEarnings(
  db: Queryable,
  span: DaySpan & { limit: number },
): Promise<CampaignEarningsRow[]> {
  return db<CampaignEarningsRow[]>`
    /* earnings.listCampaigns */
    select c.id, c.name, c.payout_micros as "payoutMicros", n.*,
      (select count(*) from pending_clicks p
        where p.campaign_id = c.id and p.creator_id = ${span.userId}) as pending
    from links l
    join campaigns c on c.id = l.campaign_id
    cross join lateral (
      select ${verdictCounts(db)} from click_rollups
      where campaign_id = c.id and ${since(db, span)}
    ) n
    where l.creator_id = ${span.userId}
    order by n."paidMicros" desc, n.valid desc, l.joined_at desc limit ${span.limit}`;
}

export async function listEarningReasons(db: Queryable, span: DaySpan): Promise<ReasonCountRow[]> {
  return db<ReasonCountRow[]>`
    /* earnings.listReasons */
    select verdict, reason, sum(clicks)::bigint as clicks from click_rollups
    where ${since(db, span)} and verdict <> 'valid'
    group by verdict, reason order by 3 desc, 1, 2
    limit 100`;
}

export type UndecidedRow = { pendingMicros: bigint; heldMicros: bigint };

/** What clicks without a final verdict would bring: those not judged yet, and those an operator looks at. */
export async function getUndecided(db: Queryable, userId: UserId): Promise<UndecidedRow> {
  const [row] = await db<UndecidedRow[]>`
    /* earnings.getUndecided */
    select
      (select coalesce(sum(c.payout_micros), 0) from pending_clicks p
        join campaigns c on c.id = p.campaign_id where p.creator_id = ${userId})::bigint
        as "pendingMicros",
      (select coalesce(sum(r.clicks * c.payout_micros), 0) from click_rollups r
        join campaigns c on c.id = r.campaign_id
        where r.creator_id = ${userId} and r.verdict = 'held')::bigint as "heldMicros"`;
  if (!row) throw new Error("A query without from gave no row");
  return row;
}
