import { formatExactDollars, MAX_AMOUNT_MICROS } from "@fairclick/core/amounts";
import {
  type addBudgetSchema,
  budgetTooSmall,
  MIN_BUDGET_CLICKS,
} from "@fairclick/core/campaigns/campaign-input";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { DISPUTE_DAYS, isClosedByDisputes } from "@fairclick/core/money/deposits";
import {
  increaseBudget,
  type LockedCampaignRow,
  lockCampaign,
  lockOpenCampaigns,
  markFunded,
} from "@fairclick/sql/campaigns/campaigns";
import { lockOutDecisions } from "@fairclick/sql/campaigns/reports";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { countDisputes } from "@fairclick/sql/money/deposits";
import {
  findPostedMicros,
  getBalance,
  getUnpaidLosses,
  lockAccounts,
  lockBalance,
  postLossPayment,
  postTransaction,
} from "@fairclick/sql/money/ledger";
import {
  findUnclaimed,
  listReleasableCampaigns,
  listUnspent,
  markReleased,
} from "@fairclick/sql/money/wallet";
import type { z } from "zod";
import { requireNoCooldown } from "../accounts/recovery-cooldown";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notifyEnded, notifyPaidAgain } from "./notify-campaign";
import { type CampaignView, getOwnCampaign, lockOwnCampaign } from "./read-campaigns";
import { refuseConfirmedAddress } from "./reports";
import { holdForReview, type ReviewTerms } from "./reviews";
import { showPauseReason } from "./stop-campaign";

type Addition = z.output<typeof addBudgetSchema> & { id: CampaignId };

/**
 * Moves an amount from the wallet into the escrow of a funded campaign; an exhausted one pays again.
 * A repeat with the same request id and amount changes nothing. Throws `conflict`, `forbidden`,
 * `validation` or `insufficient_funds`.
 */
export async function addBudget(ctx: Ctx, addition: Addition): Promise<CampaignView> {
  const { id, amount, requestId } = addition;
  const idempotencyKey = `reserve:${id}:${requestId ?? Bun.randomUUIDv7()}`;
  await withTx(ctx.db, async (tx) => {
    const campaign = await lockOwnCampaign(tx, ctx, id);
    const posted = await findPostedMicros(tx, idempotencyKey);
    if (posted === amount) return;
    if (posted !== null) {
      throw new AppError("conflict", t`This request was already made with another amount.`);
    }
    await addLocked(tx, ctx, { campaign, amount, idempotencyKey });
  });
  return getOwnCampaign(ctx, id);
}

type LockedAddition = { campaign: LockedCampaignRow; amount: bigint; idempotencyKey: string };

/** Like `addBudget`, for a campaign that is locked. */
export async function addLocked(
  tx: Tx,
  ctx: Ctx,
  { campaign, amount, idempotencyKey }: LockedAddition,
): Promise<void> {
  const { id, developerId, budgetMicros } = campaign;
  const at = ctx.now();
  refuseAddition(campaign, amount, at);
  await refuseDisputed(tx, { developerId, at });
  await requireNoCooldown(tx, { userId: developerId, at });
  const added = await reserveMore(tx, campaign, { amount, idempotencyKey });
  if (added.wasExhausted && campaign.pausedAt === null) await notifyPaidAgain(tx, ctx, campaign);
  await writeAudit(tx, ctx, {
    action: "campaign.add_budget",
    subject: `campaign:${id}`,
    before: { budgetMicros: budgetMicros.toString() },
    after: { budgetMicros: (budgetMicros + amount).toString() },
  });
}

/** Locks both accounts together, the escrow first: settlement may hold it and then need the wallet. */
async function reserveMore(
  tx: Tx,
  { id: campaignId, developerId, payoutMicros, feeMicros }: LockedCampaignRow,
  { amount, idempotencyKey }: { amount: bigint; idempotencyKey: string },
): Promise<{ wasExhausted: boolean }> {
  await lockAccounts(tx, [
    { kind: "wallet", ownerId: developerId },
    { kind: "escrow", ownerId: campaignId },
  ]);
  await payLosses(tx, developerId);
  const left = await getBalance(tx, { kind: "escrow", ownerId: campaignId });
  const moved = await moveToEscrow(tx, { campaignId, developerId, micros: amount, idempotencyKey });
  if (!moved.ok) {
    const missing = formatExactDollars(moved.missingMicros);
    throw new AppError("insufficient_funds", t`Your wallet is ${missing} short of this amount`);
  }
  await increaseBudget(tx, { id: campaignId, micros: amount });
  return { wasExhausted: left < payoutMicros + feeMicros };
}

type Priced = Pick<LockedCampaignRow, "payoutMicros" | "feeMicros" | "budgetMicros">;
type Raised = Priced &
  Pick<LockedCampaignRow, "disabledAt" | "endsAt" | "fundedAt" | "forcedPauseReason">;

/** Throws unless this amount can be added to the campaign's budget; it need not be locked yet. */
export function refuseAddition(campaign: Raised, amount: bigint, at: Date): void {
  if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
  if (campaign.endsAt <= at) throw new AppError("conflict", t`This campaign has ended`);
  if (!campaign.fundedAt) {
    throw new AppError("conflict", t`This campaign waits for its first budget: fund it first`);
  }
  if (campaign.forcedPauseReason !== null) {
    const message = t`Fairclick paused this campaign, so no budget can be added now. The reason: ${showPauseReason(campaign.forcedPauseReason)}`;
    throw new AppError("forbidden", message);
  }
  const wrong = wrongAmount(campaign, amount);
  if (wrong) {
    throw new AppError("validation", wrong, { issues: [{ path: "amount", message: wrong }] });
  }
}

function wrongAmount(campaign: Priced, amount: bigint): string | null {
  if (amount < (campaign.payoutMicros + campaign.feeMicros) * MIN_BUDGET_CLICKS)
    return budgetTooSmall();
  if (campaign.budgetMicros + amount <= MAX_AMOUNT_MICROS) return null;
  return t`A campaign's budget can be at most ${formatExactDollars(MAX_AMOUNT_MICROS)}`;
}

/**
 * Reserves the budget of a campaign that was saved without funds; it may wait for review. Throws `conflict` or
 * `insufficient_funds`.
 */
export async function fundCampaign(
  ctx: Ctx,
  id: CampaignId,
  terms: ReviewTerms,
): Promise<CampaignView> {
  await withTx(ctx.db, async (tx) => {
    await lockOutDecisions(tx);
    const campaign = await lockOwnCampaign(tx, ctx, id);
    await fundLocked(tx, ctx, { campaign, terms });
  });
  return getOwnCampaign(ctx, id);
}

/** Like `fundCampaign`, for a campaign that is locked after `lockOutDecisions`. */
export async function fundLocked(
  tx: Tx,
  ctx: Ctx,
  { campaign, terms }: { campaign: LockedCampaignRow; terms: ReviewTerms },
): Promise<void> {
  const at = ctx.now();
  const { id, developerId, budgetMicros } = campaign;
  if (campaign.fundedAt) throw new AppError("conflict", t`This campaign is already funded`);
  if (campaign.disabledAt) throw new AppError("conflict", t`This campaign has been disabled`);
  if (campaign.endsAt <= at) throw new AppError("conflict", t`This campaign has ended`);
  await refuseConfirmedAddress(tx, campaign.gameUrl);
  await refuseDisputed(tx, { developerId, at });
  await requireNoCooldown(tx, { userId: developerId, at });
  await payLosses(tx, developerId);
  const reserved = await reserveBudget(tx, { campaignId: id, developerId, budgetMicros, at });
  if (!reserved.ok) {
    const missing = formatExactDollars(reserved.missingMicros);
    throw new AppError("insufficient_funds", t`Your wallet is ${missing} short of the budget`);
  }
  await holdForReview(tx, ctx, { campaign, terms });
  await writeAudit(tx, ctx, {
    action: "campaign.fund",
    subject: `campaign:${id}`,
    after: { budgetMicros: budgetMicros.toString() },
  });
}

type Reservation = {
  campaignId: CampaignId;
  developerId: UserId;
  budgetMicros: bigint;
  at: Date;
};

export type Reserved = { ok: true } | { ok: false; missingMicros: bigint };

/**
 * Moves the whole budget from wallet to escrow and marks the campaign as funded, or does nothing if
 * the wallet does not cover it. Throws if it was reserved before.
 */
export async function reserveBudget(tx: Tx, reservation: Reservation): Promise<Reserved> {
  const { campaignId, developerId, budgetMicros, at } = reservation;
  const idempotencyKey = `reserve:${campaignId}`;
  const reserved = await moveToEscrow(tx, {
    campaignId,
    developerId,
    micros: budgetMicros,
    idempotencyKey,
  });
  if (!reserved.ok) return reserved;
  if (!reserved.posted || !(await markFunded(tx, { id: campaignId, at }))) {
    throw new Error(`The budget of campaign ${campaignId} was reserved before`);
  }
  return { ok: true };
}

type Move = { campaignId: CampaignId; developerId: UserId; micros: bigint; idempotencyKey: string };
type Moved = { ok: true; posted: boolean } | { ok: false; missingMicros: bigint };

/** Moves money from wallet to escrow. `posted` is false if the key was posted before. */
async function moveToEscrow(tx: Tx, move: Move): Promise<Moved> {
  const { campaignId, developerId, micros, idempotencyKey } = move;
  const wallet = { kind: "wallet", ownerId: developerId } as const;
  const walletMicros = await lockBalance(tx, wallet);
  if (walletMicros < micros) return { ok: false, missingMicros: micros - walletMicros };
  const { posted } = await postTransaction(tx, {
    kind: "reserve",
    idempotencyKey,
    reference: `campaign:${campaignId}`,
    entries: [
      { account: wallet, micros: -micros },
      { account: { kind: "escrow", ownerId: campaignId }, micros },
    ],
  });
  return { ok: true, posted };
}

/**
 * Pays a developer's debt for reversed deposits from the wallet. Throws `conflict` if the
 * wallet does not cover all of it; the developer then cannot launch, fund or resume a campaign.
 */
export async function payLosses(tx: Tx, developerId: UserId): Promise<void> {
  const walletMicros = await lockBalance(tx, { kind: "wallet", ownerId: developerId });
  const owedMicros = await getUnpaidLosses(tx, developerId);
  if (owedMicros <= 0n) return;
  if (walletMicros < owedMicros) {
    const owed = formatExactDollars(owedMicros);
    const missing = formatExactDollars(owedMicros - walletMicros);
    throw new AppError(
      "conflict",
      t`You owe ${owed}, because a deposit was reversed after it was spent. Until that is paid you cannot launch, fund or resume a campaign. Your wallet pays it: add at least ${missing}.`,
    );
  }
  await postLossPayment(tx, { userId: developerId, micros: owedMicros });
}

const CAMPAIGNS_A_RUN = 500;

/**
 * Returns the escrow of every ended campaign to its developer's wallet. Every click from before
 * `watermark` is recorded. Returns how many campaigns were released.
 */
export async function releaseEscrows(
  ctx: Ctx,
  { watermark }: { watermark: Date },
): Promise<number> {
  const campaigns = await listReleasableCampaigns(ctx.db.sql, {
    watermark,
    limit: CAMPAIGNS_A_RUN,
  });
  let released = 0;
  for (const campaign of campaigns) {
    if (await releaseEscrow(ctx, { ...campaign, watermark })) released += 1;
  }
  return released;
}

type Release = { id: CampaignId; developerId: UserId; watermark: Date };

/**
 * Returns true if it released the escrow, false if it was released before. Settlement locks the
 * escrow too, so it runs entirely before or after.
 */
export async function releaseEscrow(ctx: Ctx, release: Release): Promise<boolean> {
  const { id, developerId, watermark } = release;
  return withTx(ctx.db, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const escrow = { kind: "escrow", ownerId: id } as const;
    const wallet = { kind: "wallet", ownerId: developerId } as const;
    const locked = await lockAccounts(tx, [escrow, wallet]);
    const last = await markReleased(tx, { id, watermark, at: ctx.now() });
    const micros = last
      ? (locked.find((account) => account.kind === "escrow")?.balanceMicros ?? 0n)
      : ((await findUnclaimed(tx, { id, watermark })) ?? 0n);
    if (!last && micros <= 0n) return false;
    if (campaign && !campaign.disabledAt) await notifyEnded(tx, ctx, campaign);
    await postRelease(tx, ctx, { id, developerId, micros, last });
    return true;
  });
}

type Released = Omit<Release, "watermark"> & { micros: bigint; last: boolean };

/** Moves money from a campaign's escrow to its developer's wallet. */
async function postRelease(tx: Tx, ctx: Ctx, { id, developerId, micros, last }: Released) {
  if (micros > 0n) {
    await postTransaction(tx, {
      kind: "release",
      // Before the last release there can be others, each of what is unclaimed under the lock.
      idempotencyKey: last ? `release:${id}` : `release:${id}:${Bun.randomUUIDv7()}`,
      reference: `campaign:${id}`,
      entries: [
        { account: { kind: "escrow", ownerId: id }, micros: -micros },
        { account: { kind: "wallet", ownerId: developerId }, micros },
      ],
    });
  }
  await writeAudit(tx, ctx, {
    action: "campaign.release",
    subject: `campaign:${id}`,
    after: { releasedMicros: micros.toString() },
  });
}

/**
 * Pays what a developer owes for reversed deposits, as far as the money suffices: from the wallet, then
 * from what lies unspent in campaigns. Clicks that are pending or held keep what they can cost.
 */
export async function collectLosses(tx: Tx, ctx: Ctx, developerId: UserId): Promise<void> {
  const campaigns = await lockOpenCampaigns(tx, developerId);
  const wallet = { kind: "wallet", ownerId: developerId } as const;
  await lockAccounts(tx, [
    wallet,
    ...campaigns.map((ownerId) => ({ kind: "escrow" as const, ownerId })),
  ]);
  const owedMicros = await getUnpaidLosses(tx, developerId);
  if (owedMicros <= 0n) return;
  let walletMicros = await getBalance(tx, wallet);
  for (const { id, micros: unspentMicros } of await listUnspent(tx, developerId)) {
    const missing = owedMicros - walletMicros;
    if (missing <= 0n) break;
    const micros = unspentMicros < missing ? unspentMicros : missing;
    await postRelease(tx, ctx, { id, developerId, micros, last: false });
    walletMicros += micros;
  }
  const micros = walletMicros < owedMicros ? walletMicros : owedMicros;
  if (micros > 0n) await postLossPayment(tx, { userId: developerId, micros });
}

const DAY_MS = 86_400_000;

export function countRecentDisputes(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<number> {
  return countDisputes(db, { userId, since: new Date(at.getTime() - DISPUTE_DAYS * DAY_MS) });
}

/** Throws `forbidden` if the developer's disputes close the account to new campaigns. */
export async function refuseDisputed(
  db: Queryable,
  { developerId, at }: { developerId: UserId; at: Date },
): Promise<void> {
  const disputes = await countRecentDisputes(db, { userId: developerId, at });
  if (!isClosedByDisputes(disputes)) return;
  throw new AppError(
    "forbidden",
    t`Your bank disputed ${disputes} of your deposits within ${DISPUTE_DAYS} days, so you cannot launch or fund campaigns. A dispute that you withdraw or that is decided in our favour no longer counts. Ask support if this is a mistake.`,
  );
}
