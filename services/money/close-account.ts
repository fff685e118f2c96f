import { MAX_ACCOUNTS_PER_DAY } from "@fairclick/core/accounts/users";
import { MICROS_PER_CENT, microsFromCents } from "@fairclick/core/amounts";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { isClosedByDisputes } from "@fairclick/core/money/deposits";
import { allocateRefund, planReturn, sumKeptFees } from "@fairclick/core/money/refunds";
import { anonymiseUser, getTies, lockUser, type TiesRow } from "@fairclick/sql/accounts/archive";
import {
  lockSuspendedAccounts,
  lockSuspension,
  type Suspension,
  updateSuspension,
} from "@fairclick/sql/accounts/operated-users";
import { lockOpenCampaigns, markEnded } from "@fairclick/sql/campaigns/campaigns";
import { deleteUserCovers } from "@fairclick/sql/campaigns/covers";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  getRefundableBudget,
  type RefundableDeposit,
  savePardon,
} from "@fairclick/sql/money/deposits";
import { getUnpaidLosses, lockAccounts } from "@fairclick/sql/money/ledger";
import { findPendingWithdrawal } from "@fairclick/sql/money/withdrawals";
import { deleteUserNotices } from "@fairclick/sql/notices/notices";
import { describeCooldown } from "../accounts/recovery-cooldown";
import { parseUser, userNotFound } from "../accounts/users";
import { countRecentDisputes } from "../campaigns/budget";
import { makeChange, requireOperator, requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { enqueueOutflow } from "./outflows";
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
  stripeFeesMicros: bigint;
  refundsWait: boolean;
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

/**
 * Stops a user's links, the links of the campaigns that they launched, and their withdrawals. The
 * money stays theirs; clicks from before are judged and paid.
 */
export async function suspendUser(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const id = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const before = await getLocked(tx, { id, user });
    if (before.suspendedAt) {
      throw new AppError("conflict", `${before.username} is suspended already.`);
    }
    await requireAccountsLeft(tx, ctx);
    return {
      action: "user.suspend",
      subject: `user:${id}`,
      before: facts(before, null),
      after: facts(before, input.reason),
      apply: () => updateSuspension(tx, { id, at: ctx.now(), reason: input.reason }),
    };
  });
}

/** Restores everything that the suspension stopped. */
export async function restoreUser(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const id = await parseUser(ctx.db.sql, user);
  const change = await makeChange(ctx, input, async (tx) => {
    const before = await getLocked(tx, { id, user });
    if (!before.suspendedAt) throw new AppError("conflict", `${before.username} is not suspended.`);
    return {
      action: "user.restore",
      subject: `user:${id}`,
      before: { ...facts(before, before.suspensionReason), suspended: true },
      after: facts(before, null),
      apply: () => updateSuspension(tx, { id, at: null, reason: null }),
    };
  });
  const withdrawalId = change.applied && (await findPendingWithdrawal(ctx.db.sql, id));
  if (withdrawalId) await enqueueOutflow(ctx, "withdrawal", withdrawalId);
  return change;
}

/** Throws `conflict` if the operator has suspended as many accounts as one may in a day. */
async function requireAccountsLeft(tx: Tx, ctx: Pick<Ctx, "actor" | "now">): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const suspended = await lockSuspendedAccounts(tx, { operatorId: requireOperator(ctx), since });
  if (suspended < MAX_ACCOUNTS_PER_DAY) return;
  throw new AppError(
    "conflict",
    `One operator can suspend ${MAX_ACCOUNTS_PER_DAY} accounts within 24 hours. Let another operator go on.`,
  );
}

async function getLocked(tx: Tx, { id, user }: { id: UserId; user: string }): Promise<Suspension> {
  const row = await lockSuspension(tx, id);
  if (!row) throw userNotFound(user);
  if (row.deletedAt) throw new AppError("conflict", "This account was deleted by its owner.");
  return row;
}

function facts({ username }: Suspension, reason: string | null) {
  return { username, suspended: reason !== null, suspensionReason: reason };
}

/** Lets a user launch campaigns again after disputes closed the account. Later disputes count again. */
export async function pardonDisputes(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const disputes = await countRecentDisputes(tx, { userId, at: ctx.now() });
    if (!isClosedByDisputes(disputes)) {
      throw new AppError("conflict", "No disputes close this account to new campaigns.");
    }
    return {
      action: "user.pardon_disputes",
      subject: `user:${userId}`,
      before: { disputes },
      after: { disputes: 0 },
      apply: () => savePardon(tx, userId),
    };
  });
}
