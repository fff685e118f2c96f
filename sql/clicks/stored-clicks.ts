import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ClickCost, Pricing } from "@fairclick/core/campaigns/status";
import type { FinalVerdict, Signal } from "@fairclick/core/clicks/signal";
import { type PriceRow, selectPrices, toPrices } from "../campaigns/prices";
import type { Queryable } from "../db/client";

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
