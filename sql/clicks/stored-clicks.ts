import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ClickCost, Pricing } from "@fairclick/core/campaigns/status";
import type { ClickToJudge } from "@fairclick/core/clicks/facts";
import type { FinalVerdict, Signal } from "@fairclick/core/clicks/signal";
import { type PriceRow, selectPrices, toPrices } from "../campaigns/prices";
import type { Queryable } from "../db/client";
import { countedOutcome } from "./counters";

export type StoredClick = ClickCost & {
  id: string;
  clickedAt: Date;
  campaignId: string;
  creatorId: string;
  /** Null once the personal data was erased, as are the keys and the user agent. */
  ip: string | null;
  ipKey: string | null;
  deviceKey: string | null;
  /** Weak key of a known device; null for other devices. */
  weakKey: string | null;
  deviceKnown: boolean;
  deviceClass: string | null;
  country: string | null;
  userAgent: string | null;
  signals: Signal[];
  verdict: FinalVerdict;
  reason: string | null;
  paidMicros: bigint;
  /** Whether an operator decided the verdict. */
  decided: boolean;
};

/** The columns of `clicks c` that make a `StoredClick`. */
export function storedColumns(db: Queryable) {
  return db`
    c.id, c.clicked_at, c.campaign_id,
    c.creator_id, host(c.ip) as ip, c.ip_key,
    c.device_key,
    case when c.device_known then c.weak_key else c.device_key end as weak_key, c.device_known,
    c.device_class, c.country, c.user_agent,
    c.signals, c.verdict, c.reason, c.price_micros,
    c.fee_micros, c.paid_micros,
    exists (select from click_decisions d where d.click_id = c.id) as decided`;
}

export type StoredSpan = { from: Date; to: Date; limit: number };

/** Lists judged clicks from `from` to before `to`, sorted by time and id. */
export async function listStoredClicks(
  db: Queryable,
  { from, to, limit }: StoredSpan,
): Promise<StoredClick[]> {
  return db<StoredClick[]>`
    /* storedClicks.list */
    select ${storedColumns(db)}
    from clicks c where c.clicked_at >= ${from} and c.clicked_at < ${to}
    order by c.clicked_at, c.id limit ${limit}`;
}

type RefusedVisit = Pick<ClickToJudge, "at" | "ipKey" | "deviceClass">;

/** Outcomes of a link's last counted visits, newest last: 1 stands for invalid, 0 for all others. */
export type StoredOutcomes = {
  campaignId: string;
  creatorId: string;
  visits: string;
  refused: RefusedVisit[];
};

/** Returns the current outcomes of each link's last visits before `to`. */
export async function listOutcomes(
  db: Queryable,
  given: {
    links: { campaignId: string; creatorId: string }[];
    from: Date;
    to: Date;
    visits: number;
  },
): Promise<StoredOutcomes[]> {
  return db<StoredOutcomes[]>`
    /* storedClicks.listOutcomes */
    select l.campaign_id, l.creator_id, o.visits, o.refused
    from unnest(
      ${given.links.map((link) => link.campaignId)}::uuid[],
      ${given.links.map((link) => link.creatorId)}::uuid[]
    ) as l (campaign_id, creator_id)
    cross join lateral (
      select string_agg(outcome, '' order by clicked_at, id) as visits,
        coalesce(json_agg(json_build_object(
          'at', extract(epoch from clicked_at) * 1000, 'ipKey', ip_key, 'deviceClass', device_class
        ) order by clicked_at, id) filter (where outcome = '1'), '[]') as refused
      from (
        select c.id, c.clicked_at, c.ip_key, c.device_class, ${countedOutcome(db)} as outcome
        from clicks c
        where c.campaign_id = l.campaign_id and c.creator_id = l.creator_id
          and c.clicked_at >= ${given.from} and c.clicked_at < ${given.to}
          and ${countedOutcome(db)} is not null
        order by c.clicked_at desc, c.id desc limit ${given.visits}
      ) latest
    ) o
    where o.visits is not null`;
}

export type ReplayBudget = Pricing & {
  campaignId: string;
  name: string;
  clickRules: ClickRules;
  /** The part of the escrow that no held click claims now. */
  freeMicros: bigint;
};

export async function listBudgets(db: Queryable, campaignIds: string[]): Promise<ReplayBudget[]> {
  const rows = await db<(Omit<ReplayBudget, "prices"> & { prices: PriceRow[] })[]>`
    /* storedClicks.listBudgets */
    select c.id as campaign_id, c.name, ${selectPrices(db)} as prices, c.click_rules,
      coalesce(a.balance_micros, 0) - coalesce(h.micros, 0) as free_micros
    from campaigns c
    left join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id
    where c.id = any (${campaignIds}::uuid[])`;
  return rows.map((row) => ({ ...row, prices: toPrices(row.prices) }));
}
