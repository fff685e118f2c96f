import type { FinalVerdict, Signal } from "@fairclick/core/clicks/signal";
import type { Queryable } from "../db/client";

export type StoredClick = {
  id: string;
  clickedAt: Date;
  campaignId: string;
  creatorId: string;
  /** Null when it was forgotten, with the keys and the user agent. */
  ip: string | null;
  ipKey: string | null;
  deviceKey: string | null;
  /** The name by its looks. */
  weakKey: string | null;
  deviceKnown: boolean;
  userAgent: string | null;
  signals: Signal[];
  verdict: FinalVerdict;
  reason: string | null;
  paidMicros: bigint;
  /** Whether its verdict is an operator's. */
  decided: boolean;
};

export type StoredSpan = { from: Date; to: Date; limit: number };

/** Judged clicks of a time, its end excluded, in click order. */
export async function listStoredClicks(
  db: Queryable,
  { from, to, limit }: StoredSpan,
): Promise<StoredClick[]> {
  return db<StoredClick[]>`
    /* storedClicks.list */
    select c.id, c.clicked_at as "clickedAt", c.campaign_id as "campaignId",
      c.creator_id as "creatorId", host(c.ip) as ip, c.ip_key as "ipKey",
      c.device_key as "deviceKey",
      case when c.device_known then c.weak_key else c.device_key end as "weakKey", c.device_known as "deviceKnown", c.user_agent as "userAgent",
      c.signals, c.verdict, c.reason, c.paid_micros as "paidMicros",
      exists (select from click_decisions d where d.click_id = c.id) as decided
    from clicks c where c.clicked_at >= ${from} and c.clicked_at < ${to}
    order by c.clicked_at, c.id limit ${limit}`;
}

export type LinkOutcomes = { campaignId: string; creatorId: string; outcomes: string };

/** How the last visits of links before a moment were judged, the newest last: 1 is refused. */
export async function listOutcomes(
  db: Queryable,
  given: {
    links: { campaignId: string; creatorId: string }[];
    from: Date;
    to: Date;
    visits: number;
    nonVisitSignals: readonly string[];
  },
): Promise<LinkOutcomes[]> {
  return db<LinkOutcomes[]>`
    /* storedClicks.listOutcomes */
    select l.campaign_id as "campaignId", l.creator_id as "creatorId", o.outcomes
    from unnest(
      ${given.links.map((link) => link.campaignId)}::uuid[],
      ${given.links.map((link) => link.creatorId)}::uuid[]
    ) as l (campaign_id, creator_id)
    cross join lateral (
      select string_agg(refused, '' order by clicked_at, id) as outcomes from (
        select c.id, c.clicked_at, case c.verdict when 'invalid' then '1' else '0' end as refused
        from clicks c
        where c.campaign_id = l.campaign_id and c.creator_id = l.creator_id
          and c.clicked_at >= ${given.from} and c.clicked_at < ${given.to}
          and coalesce(c.signals #>> '{0,signal}', '') <> all (${[...given.nonVisitSignals]}::text[])
        order by c.clicked_at desc, c.id desc limit ${given.visits}
      ) latest
    ) o
    where o.outcomes is not null`;
}

export type ReplayBudget = {
  campaignId: string;
  name: string;
  payoutMicros: bigint;
  /** Of the escrow, what no held click has claimed now. */
  freeMicros: bigint;
};

export async function listBudgets(db: Queryable, campaignIds: string[]): Promise<ReplayBudget[]> {
  return db<ReplayBudget[]>`
    /* storedClicks.listBudgets */
    select c.id as "campaignId", c.name, c.payout_micros as "payoutMicros",
      coalesce(a.balance_micros, 0) - coalesce(h.micros, 0) as "freeMicros"
    from campaigns c
    left join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id
    where c.id = any (${campaignIds}::uuid[])`;
}
