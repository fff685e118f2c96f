import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import { type ClickCost, type Pricing, sumCosts } from "@fairclick/core/campaigns/status";
import type { Neighbour } from "@fairclick/core/clicks/facts";
import { type FinalVerdict, numberSignals, type Signal } from "@fairclick/core/clicks/signal";
import type { JudgedClick } from "@fairclick/core/clicks/spending";
import type { CampaignId } from "@fairclick/core/ids";
import { type PriceRow, selectPrices, toPrices } from "../campaigns/prices";
import type { Queryable, Tx } from "../db/client";
import { recountClicks } from "./click-decisions";

export type HeldPass = {
  campaignId: CampaignId;
  /** The last click that this pass has judged again; null at its beginning. */
  after: { recordedAt: string; id: string } | null;
};

/** Clicks recorded before these times are judged again: any, and those held for a number. */
export type HeldBefore = { before: Date; numberBefore: Date };

function isDue(db: Queryable, { before, numberBefore }: HeldBefore) {
  return db`c.verdict = 'held' and (c.recorded_at < ${before}
    or c.recorded_at < ${numberBefore} and c.reason = any (${[...numberSignals]}::text[]))`;
}

/**
 * Lists campaigns with held clicks that are due, those first that were looked at longest ago. Leaves out
 * campaigns after a pass that ended at `endedSince` or later.
 */
export async function listHeldPasses(
  db: Queryable,
  { endedSince, limit, ...due }: HeldBefore & { endedSince: Date; limit: number },
): Promise<HeldPass[]> {
  const rows = await db<{ campaignId: CampaignId; recordedAt: string | null; id: string | null }[]>`
    /* heldClicks.listPasses */
    select h.campaign_id, h.again_after::text as recorded_at, h.again_after_id as id
    from held_claims h
    where h.clicks > 0 and (h.again_at is null or h.again_at < ${endedSince}) and exists (
      select from clicks c
      where c.campaign_id = h.campaign_id and ${isDue(db, due)}
    )
    order by h.again_at nulls first, h.campaign_id limit ${limit}`;
  return rows.map(({ campaignId, recordedAt, id }) => ({
    campaignId,
    after: recordedAt && id ? { recordedAt, id } : null,
  }));
}

/** `recordedAt` is text: a `Date` would lose its microseconds. */
export type HeldClick = StoredClick & { recordedAt: string };

/**
 * The next held clicks of a pass, the oldest first. Clicks without an ip address are left out: nothing
 * can be found again about them.
 */
export async function listHeldClicks(
  db: Queryable,
  { campaignId, after, limit, ...due }: HeldPass & HeldBefore & { limit: number },
): Promise<HeldClick[]> {
  return db<HeldClick[]>`
    /* heldClicks.list */
    select ${storedColumns(db)}, c.recorded_at::text as recorded_at from visited_clicks c
    where c.campaign_id = ${campaignId} and ${isDue(db, due)} and c.ip is not null
      ${after ? db`and (c.recorded_at, c.id) > (${after.recordedAt}::text::timestamptz, ${after.id}::uuid)` : db``}
    order by c.recorded_at, c.id limit ${limit}`;
}

type ApprovedClick = Neighbour & { campaignId: string; creatorId: string; ipKey: string };

/** Lists the clicks of creators that were approved since, each at the time of its approval. */
export async function listApproved(
  db: Queryable,
  { creatorIds, since }: { creatorIds: readonly string[]; since: Date },
): Promise<ApprovedClick[]> {
  return db<ApprovedClick[]>`
    /* heldClicks.listApproved */
    select c.id, c.campaign_id, c.creator_id, c.ip_key, c.device_key, c.device_known,
      (extract(epoch from d.decided_at) * 1000)::float8 as at
    from links l
    join click_decisions d on d.campaign_id = l.campaign_id and d.creator_id = l.creator_id
      and d.decided_at > ${since} and d.action = 'approve'
    join visited_clicks c on c.id = d.click_id and c.clicked_at = d.clicked_at and c.verdict = 'valid'
      and c.ip_key is not null
    where l.creator_id = any (${creatorIds}::uuid[])`;
}

/** Stores how far a pass has come, or that it ended at `at`. */
export async function updateHeldPass(
  db: Queryable,
  { campaignId, after, at }: HeldPass & { at: Date },
): Promise<void> {
  await db`
    /* heldClicks.updatePass */
    update held_claims set again_after = ${after?.recordedAt ?? null}::text::timestamptz,
      again_after_id = ${after?.id ?? null},
      again_at = ${after ? db`again_at` : db`${at}::timestamptz`}
    where campaign_id = ${campaignId}`;
}

type Invalidated = ClickCost &
  Pick<JudgedClick, "id" | "signals" | "reason" | "policyVersion"> & { clickedAt: Date };

/**
 * Makes held clicks of a campaign invalid, each with its new reason and evidence, releases their claims
 * on the escrow and updates the counters. The escrow must be locked.
 */
export async function invalidateHeldClicks(
  tx: Tx,
  { campaignId, clicks }: { campaignId: CampaignId; clicks: readonly Invalidated[] },
): Promise<void> {
  const changed = await tx<
    { clickId: string; clickedAt: Date; creatorId: string; reasonBefore: string; reason: string }[]
  >`
    /* heldClicks.invalidate */
    select click_id, clicked_at, creator_id,
      reason_before, reason
    from invalidate_held_clicks(
      ${clicks.map(({ id }) => id)}::uuid[],
      ${clicks.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[],
      ${clicks.map(({ reason }) => reason)}::text[],
      ${clicks.map(({ signals }) => JSON.stringify(signals))}::text[]::jsonb[],
      ${clicks[0]?.policyVersion ?? 0}::int
    )`;
  if (changed.length !== clicks.length) throw new Error("A held click was decided concurrently");
  await recountClicks(
    tx,
    changed.map(({ reasonBefore, reason, ...click }) => ({
      ...click,
      campaignId,
      before: { verdict: "held", reason: reasonBefore },
      after: { verdict: "invalid", reason },
    })),
  );
  await releaseClaims(tx, { campaignId, clicks });
}

/** Subtracts held clicks from a campaign's claims. The campaign's escrow must be locked. */
export async function releaseClaims(
  tx: Tx,
  { campaignId, clicks }: { campaignId: string; clicks: readonly ClickCost[] },
): Promise<void> {
  await tx`
    /* heldClicks.releaseClaims */
    update held_claims set clicks = clicks - ${clicks.length}, micros = micros - ${sumCosts(clicks)}
    where campaign_id = ${campaignId}`;
}

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
  decided: boolean;
};

/** The columns of `visited_clicks c` that make a `StoredClick`. */
export function storedColumns(db: Queryable) {
  return db`
    c.id, c.clicked_at, c.campaign_id, c.creator_id, host(c.ip) as ip, c.ip_key, c.device_key,
    case when c.device_known then c.weak_key else c.device_key end as weak_key, c.device_known,
    c.device_class, c.country, c.user_agent,
    coalesce(c.signals, '[]') as signals, c.verdict, c.reason, c.price_micros, c.fee_micros, c.paid_micros,
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
    from visited_clicks c where c.clicked_at >= ${from} and c.clicked_at < ${to}
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
