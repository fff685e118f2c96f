import { sumCosts } from "@fairclick/core/campaigns/status";
import type { Facts } from "@fairclick/core/clicks/facts";
import { judge } from "@fairclick/core/clicks/judge";
import type { PolicyBook } from "@fairclick/core/clicks/policy";
import { isFromSharedAddress } from "@fairclick/core/clicks/rule";
import { type JudgedClick, utcDay } from "@fairclick/core/clicks/spending";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { campaignChanged, creatorStarted } from "@fairclick/core/notices/campaign-notices";
import { clicksHeld } from "@fairclick/core/notices/click-notices";
import {
  type Batch,
  type BatchScope,
  claimHeldBudget,
  type Decision,
  deletePendingClicks,
  findBatch,
  insertSettlement,
  listFirstPaid,
  listNeverPaid,
  lockShard,
  nameReferrers,
  newSettlementId,
  type Shard,
  type StoredClicks,
  storeDecisions,
} from "@fairclick/sql/clicks/settlement/batches";
import {
  addSharedClicks,
  findJudged,
  readFacts,
  readFunds,
  readSpending,
} from "@fairclick/sql/clicks/settlement/read-facts";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  lockAccounts,
  payDebts,
  payoutEntries,
  postTransactions,
} from "@fairclick/sql/money/ledger";
import { listCampaignNames } from "@fairclick/sql/notices/notices";
import { nameCampaign, notifyLowBudgets, notifyUnpaid } from "../campaigns/notify-campaign";
import type { Ctx } from "../context";
import { notify, notifyEach } from "../notify";
import { readPolicies, registerRelease } from "./judging-policy";

export type SettleClicks = BatchScope & {
  windowSeconds: number;
  /** Called after each batch is committed, with when it began (ms). */
  onSettled?: ((decisions: readonly SettledDecision[], startedAt: number) => void) | undefined;
};

export type Settled = {
  /** False when another process was settling this shard. */
  ran: boolean;
  /** Nothing of the shard from before the watermark is left. */
  finished: boolean;
  batches: number;
  clicks: number;
  valid: number;
  paidMicros: bigint;
};

const noClicks: BatchTotals = {
  clicks: 0,
  judged: 0,
  mustWait: false,
  valid: 0,
  paidMicros: 0n,
  heldLinks: [],
  capped: [],
  decisions: [],
};

/**
 * Judges and pays every click of a shard that was made before the watermark, a transaction a
 * batch. Running it twice, at once or after a crash, pays nothing twice: a click is paid by the
 * transaction that moves it out of `pending_clicks`. A batch that takes too long is tried smaller.
 */
export async function settleClicks(ctx: Ctx, input: SettleClicks): Promise<Settled> {
  const settled: Settled = {
    ran: true,
    finished: true,
    batches: 0,
    clicks: 0,
    valid: 0,
    paidMicros: 0n,
  };
  await registerRelease(ctx);
  let { batchSize } = input;
  let together = false;
  let waits = 0;
  for (;;) {
    const found = { clicks: 0, isLast: true };
    let batch: BatchTotals | null;
    const startedAt = Date.now();
    try {
      batch = await withTx(ctx.db, (tx) =>
        settleNext({ ctx, tx, found, together }, { ...input, batchSize }),
      );
    } catch (error) {
      const tookTooLong = error instanceof AppError && error.code === "unavailable";
      if (!tookTooLong || found.clicks <= MIN_BATCH_SIZE) throw error;
      batchSize = Math.max(MIN_BATCH_SIZE, Math.floor(found.clicks / 4));
      continue;
    }
    if (!batch) {
      if (!together || waits === MAX_WAITS) {
        return { ...settled, ran: settled.batches > 0, finished: false };
      }
      // The others are settling: what this shard waits for may be judged.
      waits += 1;
      await Bun.sleep(WAIT_MS);
      together = false;
      continue;
    }
    if (batch.clicks === 0) return settled;
    input.onSettled?.(batch.decisions, startedAt);
    settled.batches += 1;
    settled.clicks += batch.judged;
    settled.valid += batch.valid;
    settled.paidMicros += batch.paidMicros;
    if (found.isLast && !batch.mustWait) return settled;
    together = batch.mustWait && batch.judged < FEW_CLICKS;
  }
}

/** How many clicks a worker settles at once. */
export const BATCH_SIZE = 20_000;
/** While Postgres works for one shard, a worker works for the other. */
export const LEAST_SHARDS = 2;

/** A batch that ended after fewer clicks is followed by one of all shards together. */
const FEW_CLICKS = 1_000;
const WAIT_MS = 50;
const MAX_WAITS = 40;

/** If this number of clicks takes too long, fewer would not help. */
const MIN_BATCH_SIZE = 100;

/** `found` tells the caller how large the batch is, even if it fails, and whether it is the last. */
type Running = {
  ctx: Ctx;
  tx: Tx;
  found: { clicks: number; isLast: boolean };
  together: boolean;
};

/**
 * Settles the next batch, of the shard or of all `together`. Locks the escrows of its campaigns, in account
 * order, before it reads anything from them. Returns null while another process settles the shard, or one
 * of all.
 */
async function settleNext(
  { ctx, tx, found, together }: Running,
  own: SettleClicks,
): Promise<BatchTotals | null> {
  const input = together ? { ...own, shard: 0, shards: 1 } : own;
  if (!(await lockShard(tx, input.shard, together ? own.shards - 1 : input.shard))) return null;
  const batch = await findBatch(tx, input);
  if (!batch) return noClicks;
  found.clicks = batch.clicks.length;
  found.isLast = batch.isLast;
  await lockAccounts(
    tx,
    batch.campaignIds.map((ownerId) => ({ kind: "escrow", ownerId })),
  );
  const { windowSeconds } = input;
  const policies = await readPolicies(tx, { clicks: batch.clicks, windowSeconds });
  const neverPaid = await listNeverPaid(tx, batch.creatorIds);
  const totals = await settleBatch(tx, { ...input, batch, policies });
  if (totals.valid > 0) {
    await payDebts(tx, batch.creatorIds);
    await notifyFirstPaid(tx, ctx, neverPaid);
  }
  await notifyHeld(tx, ctx, totals.heldLinks);
  await notifyCapped(tx, ctx, totals.capped);
  if (totals.valid > 0 || totals.heldLinks.length > 0) {
    await notifyLowBudgets(tx, ctx, batch.campaignIds);
  }
  return totals;
}

export type SettleBatch = {
  /** The escrows of its campaigns are locked. */
  batch: Batch;
  policies: PolicyBook;
  watermark: Date;
} & Shard;

type HeldLink = Pick<StoredClicks, "campaignId" | "creatorId">;

/**
 * Of the `clicks` of the batch, `judged` had not been judged before. `mustWait` if the rest waits for
 * clicks of other shards.
 */
type BatchTotals = {
  clicks: number;
  judged: number;
  mustWait: boolean;
  valid: number;
  paidMicros: bigint;
  heldLinks: HeldLink[];
  capped: CappedClick[];
  decisions: readonly SettledDecision[];
};

/** A click that a limit of its campaign left unpaid. */
type CappedClick = HeldLink & { at: number; signal: "daily_cap" | "creator_cap"; limit: string };

/**
 * Judges and pays one batch. What is paid, claimed and counted follows from the rows that were
 * really inserted into `clicks`, so that a click that comes twice is paid once.
 */
export async function settleBatch(tx: Tx, input: SettleBatch): Promise<BatchTotals> {
  const { batch, policies, shard, watermark } = input;
  const [known, facts] = await Promise.all([
    findJudged(tx, batch.clicks),
    readBatchFacts(tx, input),
  ]);
  if (known.size > 0) return settleRest(tx, input, known);
  const judged = judge(facts, policies);
  const clicks = batch.clicks.slice(0, judged.length);
  const mustWait = clicks.length < batch.clicks.length;
  if (clicks.length === 0) return { ...noClicks, clicks: batch.clicks.length, mustWait };

  const settlementId = newSettlementId();
  const unnamed = await nameReferrers(tx, clicks, judged);
  const decisions = makeDecisions({ clicks, judged, unnamed });
  const stored = await storeDecisions(tx, { settlementId, decisions });
  await countShared(tx, { ...facts, clicks, judged });

  await claimCosts(tx, stored);
  await payCreators(tx, { settlementId, clickDay: batch.day, stored });
  const totals = sumStored(stored);
  if (totals.judged > 0) {
    const policyVersion = Math.max(...judged.map((click) => click.policyVersion));
    const { judged: count, ...sums } = totals;
    const { day } = batch;
    const settlement = { id: settlementId, day, shard, watermark, policyVersion, clicks: count };
    await insertSettlement(tx, { ...settlement, ...sums });
  }
  const heldLinks = stored.filter(({ held }) => held > 0);
  const capped = listCapped(clicks, judged);
  const rest = { mustWait, heldLinks, capped, decisions: nameTransactions(decisions, stored) };
  return { ...totals, clicks: batch.clicks.length, ...rest };
}

/** Reads everything that the batch is judged by. */
async function readBatchFacts(tx: Tx, input: SettleBatch): Promise<Facts> {
  const { batch, policies, shard, shards } = input;
  const { clicks } = batch;
  const [funds, spending, read] = await Promise.all([
    readFunds(tx, batch.campaignIds),
    readSpending(tx, clicks),
    readFacts(tx, {
      ...{ clicks, policies: policies.policies, shard: { shard, shards } },
      ...{ paidBefore: Infinity, limit: null },
    }),
  ]);
  const campaigns = new Map(
    [...funds].map(([id, own]) => [id, { ...own, spending: spending.get(id) ?? null }]),
  );
  return { ...read, campaigns };
}

/** Settles the batch without clicks that are judged already. */
async function settleRest(tx: Tx, input: SettleBatch, known: Set<string>): Promise<BatchTotals> {
  const { batch } = input;
  await deletePendingClicks(tx, known);
  const clicks = batch.clicks.filter(({ id }) => !known.has(id));
  const rest =
    clicks.length > 0 ? await settleBatch(tx, { ...input, batch: { ...batch, clicks } }) : noClicks;
  return { ...rest, clicks: batch.clicks.length };
}

type Judged = Pick<Batch, "clicks"> & {
  judged: readonly JudgedClick[];
  /** Clicks with a referrer that the statistics count under 'other'. */
  unnamed: ReadonlySet<string>;
};

/** Adds what is stored with each verdict. */
function makeDecisions({ clicks, judged, unnamed }: Judged) {
  const clicksById = new Map(clicks.map((click) => [click.id, click]));
  return judged.map((click): Decision => {
    const { campaignId = "", rowPlace = "" } = clicksById.get(click.id) ?? {};
    return { ...click, campaignId, rowPlace, unnamedReferrer: unnamed.has(click.id) };
  });
}

type SettledDecision = Decision & { transactionId: string | null };

/** Adds to each decision the ledger transaction that paid the click; null unless it is valid. */
function nameTransactions(decisions: readonly Decision[], stored: readonly StoredClicks[]) {
  const key = ({ campaignId, priceMicros }: Pick<Decision, "campaignId" | "priceMicros">) =>
    `${campaignId}:${priceMicros}`;
  const paidBy = new Map(stored.map((each) => [key(each), each.transactionId]));
  return decisions.map((each): SettledDecision => {
    const isPaid = each.verdict === "valid";
    return { ...each, transactionId: isPaid ? (paidBy.get(key(each)) ?? null) : null };
  });
}

type Counted = Pick<Facts, "clicks" | "campaigns"> & { judged: readonly JudgedClick[] };

/** The daily number of a shared address grows with the link's other clicks. */
async function countShared(tx: Tx, { clicks, judged, campaigns }: Counted) {
  const valid = new Set(judged.filter(({ verdict }) => verdict === "valid").map(({ id }) => id));
  const shared = clicks.filter(
    (click) =>
      campaigns.get(click.campaignId)?.clickRules === "shared-aware" &&
      valid.has(click.id) &&
      isFromSharedAddress(click),
  );
  if (shared.length > 0) await addSharedClicks(tx, shared);
}

function sumStored(stored: readonly StoredClicks[]) {
  return stored.reduce(
    (sum, { priceMicros, clicks, valid }) => ({
      judged: sum.judged + clicks,
      valid: sum.valid + valid,
      paidMicros: sum.paidMicros + BigInt(valid) * priceMicros,
    }),
    { judged: 0, valid: 0, paidMicros: 0n },
  );
}

async function claimCosts(tx: Tx, stored: readonly StoredClicks[]) {
  const held = Map.groupBy(
    stored.filter((link) => link.held > 0),
    ({ campaignId }) => campaignId,
  );
  const claims = [...held].map(([campaignId, links]) => ({
    campaignId,
    clicks: links.reduce((sum, link) => sum + link.held, 0),
    micros: links.reduce((sum, link) => sum + BigInt(link.held) * sumCosts([link]), 0n),
  }));
  if (claims.length > 0) await claimHeldBudget(tx, claims);
}

type Payouts = {
  settlementId: bigint;
  clickDay: string;
  stored: readonly StoredClicks[];
};

/** One ledger transaction per campaign and price. */
async function payCreators(tx: Tx, { settlementId, clickDay, stored }: Payouts) {
  const valid = Map.groupBy(
    stored.filter((link) => link.valid > 0),
    ({ transactionId }) => transactionId,
  );
  const transactions = [...valid].flatMap(([id, links]) => {
    const [first] = links;
    if (!first) return [];
    const { campaignId, priceMicros, feeMicros } = first;
    return {
      id,
      kind: "click_payout" as const,
      idempotencyKey: `settlement:${settlementId}:${campaignId}:${priceMicros}`,
      reference: `campaign:${campaignId}`,
      clickDay,
      entries: payoutEntries({
        campaignId,
        priceMicros,
        feeMicros,
        creators: links.map(({ creatorId, valid: clicks }) => ({ creatorId, clicks })),
      }),
    };
  });
  if (transactions.length > 0) await postTransactions(tx, transactions);
}

const HOUR_MS = 3_600_000;

type Link = { campaignId: string; creatorId: string };

/** Tells creators, once, that their first click was paid. */
async function notifyFirstPaid(tx: Tx, ctx: Pick<Ctx, "now">, neverPaid: readonly string[]) {
  if (neverPaid.length === 0) return;
  const notices = (await listFirstPaid(tx, neverPaid)).map(({ creatorId, ...paid }) => ({
    to: asId<UserId>(creatorId),
    data: { step: "first_paid" as const, ...paid },
    key: "first_paid",
  }));
  if (notices.length > 0) await notifyEach(tx, ctx, creatorStarted, notices);
}

/** Notifies the creators of links with held clicks: at most once per link and hour. */
async function notifyHeld(tx: Tx, ctx: Pick<Ctx, "now">, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const ids = [...new Set(links.map(({ campaignId }) => campaignId))];
  const names = new Map((await listCampaignNames(tx, ids)).map(({ id, name }) => [id, name]));
  const hour = Math.floor(ctx.now().getTime() / HOUR_MS);
  const notices = links.map(({ campaignId, creatorId }) => ({
    to: asId<UserId>(creatorId),
    data: { campaignId, name: names.get(campaignId) ?? campaignId },
    key: `${campaignId}:${hour}`,
  }));
  await notifyEach(tx, ctx, clicksHeld, notices);
}

function listCapped(clicks: Batch["clicks"], judged: readonly JudgedClick[]): CappedClick[] {
  const clicksById = new Map(clicks.map((click) => [click.id, click]));
  return judged.flatMap(({ id, reason, signals }) => {
    const click = clicksById.get(id);
    if (!click || (reason !== "daily_cap" && reason !== "creator_cap")) return [];
    const { campaignId, creatorId, at } = click;
    const limit = String(signals.find(({ signal }) => signal === reason)?.evidence.limit);
    return [{ campaignId, creatorId, at, signal: reason, limit }];
  });
}

/** Notifies creators that a campaign does not pay now: once per limit, or once a day for a daily limit. */
async function notifyCapped(tx: Tx, ctx: Pick<Ctx, "now">, clicks: readonly CappedClick[]) {
  const reached = new Map(
    clicks.map((click) => {
      const { campaignId, creatorId, at, signal, limit } = click;
      const span = signal === "daily_cap" ? utcDay(at) : creatorId;
      return [`${campaignId}:${signal}:${span}:${limit}`, click];
    }),
  );
  for (const [key, { campaignId, creatorId, signal, at }] of reached) {
    const named = await nameCampaign(tx, campaignId);
    if (signal === "creator_cap") {
      const data = { ...named, change: "unpaid", because: signal } as const;
      await notify(tx, ctx, campaignChanged, { to: [asId<UserId>(creatorId)], data, key });
    } else if (utcDay(at) === utcDay(ctx.now().getTime())) {
      await notifyUnpaid(tx, ctx, { ...named, because: signal, key });
    }
  }
}
