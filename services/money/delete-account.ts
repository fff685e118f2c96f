import { MICROS_PER_CENT, microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { allocateRefund, planReturn, sumKeptFees } from "@fairclick/core/money/refunds";
import {
  anonymiseUser,
  getTies,
  lockUser,
  type TiesRow,
} from "@fairclick/sql/accounts/account-deletion";
import { lockOpenCampaigns, markEnded } from "@fairclick/sql/campaigns/campaigns";
import { deleteUserCovers } from "@fairclick/sql/campaigns/covers";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getRefundableBudget, type RefundableDeposit } from "@fairclick/sql/money/deposits";
import { getUnpaidLosses, lockAccounts } from "@fairclick/sql/money/ledger";
import { deleteUserNotices } from "@fairclick/sql/notices/notices";
import { describeCooldown } from "../accounts/recovery-cooldown";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import {
  enqueueRefunds,
  findRefundHold,
  findRefundScope,
  readReturnable,
  returnWallet,
  sumRefundable,
} from "./refunds";

const ownKinds = ["wallet", "earnings", "in_transit"] as const;

/** What the owner agrees to lose. */
type Consent = { giveUpWalletCents: number; giveUpEarnings: boolean };

/**
 * Deletes the user's account: ends their campaigns and sessions, stops their links, sends wallet
 * money back to its cards, and anonymises the row that the books refer to. All of it is one
 * transaction. Budgets follow when their campaigns return them (`returnDeletedWallets`). Throws
 * `conflict` with every obstacle, or if more would be lost than the owner agreed to.
 */
export async function deleteAccount(ctx: Ctx, input: Consent): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  const refunds = await withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const campaigns = await lockOpenCampaigns(tx, userId);
    await lockAccounts(tx, [
      ...ownKinds.map((kind) => ({ kind, ownerId: userId })),
      ...campaigns.map((ownerId) => ({ kind: "escrow" as const, ownerId })),
    ]);
    const plan = await planDeletion(tx, { userId, at });
    if (plan.obstacles.length > 0) throw new AppError("conflict", plan.obstacles.join(" "));
    requireConsent(plan, input);
    await endCampaigns(ctx, tx, campaigns);
    const sent = await returnWallet(ctx, tx, userId);
    await anonymise(ctx, tx, userId);
    return sent;
  });
  await enqueueRefunds(ctx, refunds);
}

function requireConsent(plan: DeletionPlan, consent: Consent): void {
  const { walletMicros } = plan.givesUp;
  const agreed = microsFromCents(consent.giveUpWalletCents) + MICROS_PER_CENT;
  if (walletMicros < agreed && (consent.giveUpEarnings || !givesUpEarnings(plan))) return;
  throw new AppError(
    "conflict",
    t`You would lose money that you have not agreed to give up. Please look at the amounts again.`,
  );
}

async function endCampaigns(ctx: Ctx, tx: Tx, campaigns: CampaignId[]): Promise<void> {
  const at = ctx.now();
  for (const id of campaigns) {
    if (!(await markEnded(tx, { id, at }))) continue;
    const after = { endsAt: at.toISOString() };
    await writeAudit(tx, ctx, { action: "campaign.end", subject: `campaign:${id}`, after });
  }
}

async function anonymise(ctx: Ctx, tx: Tx, userId: UserId): Promise<void> {
  const username = `deleted-${crypto.randomUUID().slice(0, 13)}`;
  const email = `${username}@deleted.invalid`;
  if (!(await anonymiseUser(tx, { userId, username, email, at: ctx.now() }))) {
    throw new AppError("unauthenticated", t`Authentication failed`);
  }
  await deleteUserNotices(tx, userId);
  await deleteUserCovers(tx, userId);
  await writeAudit(tx, ctx, { action: "user.delete", subject: `user:${userId}` });
}

/** Returns what the deletion of the caller's account would do. */
export async function getDeletion(ctx: Ctx): Promise<DeletionPlan> {
  return planDeletion(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() });
}

const DAY_MS = 86_400_000;
/** A bank can send a payment back for about five business days. */
const RETURNABLE_MS = 7 * DAY_MS;

export type DeletionPlan = {
  /** Why the account cannot be deleted yet, as sentences for its owner; empty if it can. */
  obstacles: string[];
  /** Wallet money that goes back to its cards at once. */
  refunds: RefundableDeposit[];
  /** What Stripe keeps of it. */
  stripeFeesMicros: bigint;
  /** Whether an operator checks it before. */
  refundsWait: boolean;
  /** Campaigns that end. */
  campaigns: number;
  /** What goes back to cards once the campaigns have returned their budgets, at most. */
  laterMicros: bigint;
  openDeposits: number;
  /** Kept from wallet and budgets, because a deposit was reversed after it was spent. */
  owedMicros: bigint;
  givesUp: {
    /** Wallet and budget that no card can take back. */
    walletMicros: bigint;
    earningsMicros: bigint;
    /** Clicks on the user's own links that are not judged yet. */
    undecidedClicks: number;
    /** Disputes that could still return money. */
    disputes: number;
  };
};

/**
 * Returns what the deletion of an account would send back, end and give up. Amounts below a cent
 * per deposit can neither be refunded nor withdrawn; they count as given up.
 */
export async function planDeletion(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<DeletionPlan> {
  const ties = await getTies(db, { userId, sentAfter: new Date(at.getTime() - RETURNABLE_MS) });
  const deposits = await readReturnable(db, { userId, at });
  const owed = await getUnpaidLosses(db, userId);
  const { nowMicros, laterMicros, lostMicros } = planReturn({
    walletMicros: ties.walletMicros,
    budgetMicros: ties.budgetMicros,
    refundableMicros: sumRefundable(deposits),
    refundableBudgetMicros: await getRefundableBudget(db, findRefundScope({ userId, at })),
    owedMicros: owed,
  });
  const parts = allocateRefund(nowMicros, deposits) ?? [];
  const hold =
    nowMicros > 0n
      ? await findRefundHold(db, { userId, amountMicros: nowMicros, at, byDeletion: true })
      : null;
  const cooldown = await describeCooldown(db, { userId, at });
  return {
    obstacles: [...findObstacles(ties), ...(cooldown === null ? [] : [cooldown])],
    refunds: parts.map(({ source, micros }) => ({ ...source, refundableMicros: micros })),
    stripeFeesMicros: sumKeptFees(nowMicros, deposits),
    refundsWait: hold !== null,
    campaigns: ties.campaigns,
    laterMicros,
    openDeposits: ties.openDeposits,
    owedMicros: owed > 0n ? owed : 0n,
    givesUp: {
      walletMicros: lostMicros,
      earningsMicros: ties.earningsMicros,
      undecidedClicks: ties.undecidedClicks,
      disputes: ties.disputes,
    },
  };
}

/** True if the owner has to agree to lose something: at least a cent, or what may become more. */
export function givesUpEarnings({ givesUp }: DeletionPlan): boolean {
  return givesUp.earningsMicros >= MICROS_PER_CENT || givesUp.undecidedClicks > 0;
}

function findObstacles({ openWithdrawals, lastSentAt }: TiesRow): string[] {
  const obstacles: string[] = [];
  if (openWithdrawals > 0) obstacles.push(t`A withdrawal is under way.`);
  if (lastSentAt) {
    const finalOn = new Date(lastSentAt.getTime() + RETURNABLE_MS).toISOString().slice(0, 10);
    obstacles.push(t`Your bank can still send your last withdrawal back, until ${finalOn}.`);
  }
  return obstacles;
}
