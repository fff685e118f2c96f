import { microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type RefundId, type UserId } from "@fairclick/core/ids";
import { stored, t } from "@fairclick/core/language/t";
import { findHolds, type Held, requireOpen, sumHolds } from "@fairclick/core/money/holds";
import {
  allocateRefund,
  DEBIT_REFUND_DAYS,
  findKeptFee,
  planReturn,
  refundGates,
  refundHolds,
} from "@fairclick/core/money/refunds";
import { refundFailed, refundHeld } from "@fairclick/core/notices/money-notices";
import { hasOpenBudget } from "@fairclick/sql/campaigns/campaigns";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  listDeletedWithRefundable,
  listRefundableDeposits,
  type RefundableDeposit,
} from "@fairclick/sql/money/deposits";
import {
  getUnpaidLosses,
  lockBalance,
  postLossPayment,
  postTransaction,
  reverseTransaction,
} from "@fairclick/sql/money/ledger";
import {
  failRefund,
  insertRefund,
  listRefundsOfRequest,
  type NewHold,
  type Refund,
  sumRequestsSince,
} from "@fairclick/sql/money/outflows";
import { getWallet } from "@fairclick/sql/money/wallet";
import { describeCooldown } from "../accounts/recovery-cooldown";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { enqueueOutflow, type Way } from "./outflows";

const MONEY_IS_BACK = stored`The money is back in your wallet.`;

/** What the developer reads if Stripe refuses a refund, by Stripe's error code. */
const refusals: Record<string, string> = {
  charge_already_refunded: stored`This payment was refunded already.`,
  charge_disputed: stored`Your bank disputes this payment.`,
  balance_insufficient: `${stored`Refunds are delayed at the moment.`} ${stored`Please try again later.`}`,
};

export function refundRefusalReason(code: string | null): string {
  return `${(code && refusals[code]) || stored`Stripe refused this refund.`} ${MONEY_IS_BACK}`;
}

export const refundWay: Way<"refund"> = {
  kind: "refund",
  heldNotice: refundHeld,
  failedNotice: refundFailed,
  isDone: ({ status }) => status !== "pending",
  putBack: (tx, row, reason) => returnToWallet(tx, row, { stripeRefundId: null, reason }),
  describeRefusal: refundRefusalReason,
  describeEnd: ({ status, userDeletedAt }) => {
    if (status === "failed" && !userDeletedAt)
      return "This refund failed and its money is back in the wallet; its owner can request it again.";
    return status === "sent" || status === "succeeded" ? "Stripe has accepted this refund." : null;
  },
  replace: replaceRefund,
  cancelling: {
    cancelled: stored`You cancelled this refund.`,
    byOperator: `${stored`Fairclick cancelled this refund.`} ${stored`The money is back in your wallet.`}`,
    notFound: () => t`There is no such refund.`,
    tooLate: () => t`This refund can no longer be cancelled.`,
  },
};

/**
 * Fails a refund and puts its money back into the wallet, with the lots that it took. Only for
 * refunds that were certainly not paid. Returns false if it has failed already.
 */
export async function returnToWallet(
  tx: Tx,
  { id, transactionId }: Refund,
  failure: { stripeRefundId: string | null; reason: string },
): Promise<boolean> {
  if (!(await failRefund(tx, { id, ...failure }))) return false;
  await reverseTransaction(tx, { transactionId });
  return true;
}

/**
 * Makes a new refund of the same deposit, at most of what can go back, because the owner of a deleted
 * account cannot request one.
 */
async function replaceRefund(ctx: Ctx, tx: Tx, failed: Refund): Promise<RefundId> {
  const { userId, depositId, amountMicros } = failed;
  await lockBalance(tx, { kind: "wallet", ownerId: userId });
  const deposits = await readRefundableDeposits(tx, { userId, at: ctx.now() });
  const deposit = deposits.find(({ id }) => id === depositId);
  if (!deposit) throw new AppError("conflict", "No money of this payment can go back any more.");
  const { refundableMicros } = deposit;
  return takeFromWallet(ctx, tx, {
    userId,
    deposit,
    requestId: Bun.randomUUIDv7(),
    micros: refundableMicros < amountMicros ? refundableMicros : amountMicros,
    hold: null,
  });
}

const MONTH_MS = 30 * 86_400_000;

type Input = { amountCents: number; requestId?: string | undefined };
type Request = { userId: UserId; requestId: string; amountMicros: bigint };

/**
 * Takes the amount from the wallet and enqueues its refunds to the cards that paid it: one per
 * deposit, newest first. The wallet is locked, so of several concurrent requests none can spend the
 * same money. A repeated `requestId` returns the earlier refunds. Throws `insufficient_funds` or
 * `conflict`.
 */
export async function requestRefund(ctx: Ctx, input: Input): Promise<Refund[]> {
  const userId = requireUser(ctx);
  const refunds = await withTx(ctx.db, (tx) =>
    requestInTx(ctx, tx, {
      userId,
      requestId: input.requestId ?? Bun.randomUUIDv7(),
      amountMicros: microsFromCents(input.amountCents),
    }),
  );
  await enqueueRefunds(ctx, refunds);
  return refunds;
}

/** Enqueues the refunds that can be sent. Call it after the transaction has committed. */
export async function enqueueRefunds(ctx: Ctx, refunds: readonly Refund[]): Promise<void> {
  for (const { id, status, heldAt } of refunds) {
    if (status === "pending" && !heldAt) await enqueueOutflow(ctx, "refund", id);
  }
}

/** Like `requestRefund`, in the caller's transaction and without the jobs. */
export async function requestInTx(ctx: Ctx, tx: Tx, request: Request): Promise<Refund[]> {
  const { userId, amountMicros } = request;
  const walletMicros = await lockBalance(tx, { kind: "wallet", ownerId: userId });
  const earlier = await listRefundsOfRequest(tx, request);
  if (earlier.length > 0) return requireSameAmount(earlier, amountMicros);
  const at = ctx.now();
  const deposits = await readRefundableDeposits(tx, { userId, at });
  requireOpen(refundGates, {
    cooldown: await describeCooldown(tx, { userId, at }),
    amountMicros,
    walletMicros,
    owedMicros: await getUnpaidLosses(tx, userId),
    refundableMicros: sumRefundable(deposits),
  });
  const hold = await findRefundHold(tx, { userId, amountMicros, at });
  for (const { source, micros } of allocateRefund(amountMicros, deposits) ?? []) {
    await takeFromWallet(ctx, tx, { ...request, deposit: source, micros, hold });
  }
  return listRefundsOfRequest(tx, request);
}

type Requested = Pick<Request, "userId" | "amountMicros"> & {
  at: Date;
  /** A deleted account gets back the budget of each of its campaigns by itself: these are not counted. */
  byDeletion?: boolean;
};

/** Returns why a refund of this amount waits for an operator; null if it does not. */
export async function findRefundHold(
  db: Queryable,
  { userId, amountMicros, at, byDeletion = false }: Requested,
): Promise<Held | null> {
  const since = new Date(at.getTime() - MONTH_MS);
  const before = await sumRequestsSince(db, { userId, since });
  const requestsBefore = byDeletion ? 0 : before.requests;
  const facts = { requestsBefore, monthMicros: before.micros + amountMicros };
  return sumHolds(findHolds(refundHolds, facts, null), at);
}

function requireSameAmount(refunds: Refund[], amountMicros: bigint): Refund[] {
  const total = refunds.reduce((sum, each) => sum + each.amountMicros, 0n);
  if (total === amountMicros) return refunds;
  throw new AppError("conflict", t`This request was already made with another amount.`);
}

type Part = Omit<Request, "amountMicros"> & {
  deposit: RefundableDeposit;
  micros: bigint;
  hold: NewHold | null;
};

/**
 * Posts and inserts the refund of one deposit, and returns its id. Stripe's fee of it goes to the platform,
 * which paid it. The wallet must be locked.
 */
export async function takeFromWallet(ctx: Ctx, tx: Tx, part: Part): Promise<RefundId> {
  const { userId, requestId, deposit, micros, hold } = part;
  const id = asId<RefundId>(Bun.randomUUIDv7());
  const stripeFeeMicros = findKeptFee(deposit, micros);
  const entries = [
    { account: { kind: "wallet", ownerId: userId } as const, micros: -micros },
    { account: { kind: "stripe_clearing" } as const, micros: micros - stripeFeeMicros },
    { account: { kind: "stripe_fees" } as const, micros: stripeFeeMicros },
  ];
  const { id: transactionId } = await postTransaction(tx, {
    kind: "refund",
    idempotencyKey: `refund:${id}`,
    reference: `deposit:${deposit.id}`,
    entries: entries.filter((entry) => entry.micros !== 0n),
  });
  await insertRefund(tx, {
    id,
    userId,
    depositId: deposit.id,
    amountMicros: micros,
    stripeFeeMicros,
    transactionId,
    requestId,
    at: ctx.now(),
    hold,
  });
  await writeAudit(tx, ctx, {
    action: "refund.request",
    subject: `refund:${id}`,
    after: { amountMicros: micros.toString(), deposit: deposit.id, held: hold !== null },
  });
  if (hold) {
    await notify(tx, ctx, refundHeld, { to: [userId], data: { amountMicros: micros } });
  }
  return id;
}

const DAY_MS = 86_400_000;

export type Refundable = {
  walletMicros: bigint;
  refundableMicros: bigint;
  /** Where the money goes, in the order in which a refund takes it. */
  deposits: RefundableDeposit[];
};

/** Returns how much of the caller's wallet can go back to the cards that paid it. */
export async function getRefundable(ctx: Ctx): Promise<Refundable> {
  const userId = requireUser(ctx);
  const { walletMicros } = await getWallet(ctx.db.sql, userId);
  const deposits = await readRefundableDeposits(ctx.db.sql, { userId, at: ctx.now() });
  return { walletMicros, refundableMicros: sumRefundable(deposits), deposits };
}

export function readRefundableDeposits(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<RefundableDeposit[]> {
  return listRefundableDeposits(db, findRefundScope({ userId, at }));
}

/** Adds from when bank debits can be refunded at `at`. */
export function findRefundScope<Input extends { at: Date }>({ at, ...rest }: Input) {
  return { ...rest, debitedAfter: new Date(at.getTime() - DEBIT_REFUND_DAYS * DAY_MS) };
}

const USERS_A_RUN = 100;

/**
 * Sends the wallets of deleted accounts back to their cards: budgets that their campaigns return,
 * and payments that arrive after the deletion. Safe to run concurrently.
 */
export async function returnDeletedWallets(ctx: Ctx): Promise<void> {
  const { debitedAfter } = findRefundScope({ at: ctx.now() });
  const users = await listDeletedWithRefundable(ctx.db.sql, { debitedAfter, limit: USERS_A_RUN });
  for (const userId of users) {
    const refunds = await withTx(ctx.db, (tx) => returnWallet(ctx, tx, userId));
    await enqueueRefunds(ctx, refunds);
  }
}

/**
 * Takes all money of a wallet that can go back to its cards, and inserts its refunds. Leaves out
 * deposits with a failed refund, and keeps what the user owes for reversed deposits. The rest of the
 * wallet pays that debt once no campaign can return budget. The caller enqueues the refunds after
 * the commit.
 */
export async function returnWallet(ctx: Ctx, tx: Tx, userId: UserId): Promise<Refund[]> {
  const walletMicros = await lockBalance(tx, { kind: "wallet", ownerId: userId });
  const owedMicros = await getUnpaidLosses(tx, userId);
  const at = ctx.now();
  const deposits = await readReturnable(tx, { userId, at });
  const { nowMicros } = planReturn({
    walletMicros,
    refundableMicros: sumRefundable(deposits),
    owedMicros,
    budgetMicros: 0n,
    refundableBudgetMicros: 0n,
  });
  const requestId = Bun.randomUUIDv7();
  const hold = await findRefundHold(tx, { userId, amountMicros: nowMicros, at, byDeletion: true });
  for (const { source: deposit, micros } of allocateRefund(nowMicros, deposits) ?? []) {
    await takeFromWallet(ctx, tx, { userId, requestId, deposit, micros, hold });
  }
  const left = walletMicros - nowMicros;
  const micros = owedMicros < left ? owedMicros : left;
  if (micros > 0n && !(await hasOpenBudget(tx, userId))) {
    await postLossPayment(tx, { userId, micros });
  }
  return listRefundsOfRequest(tx, { userId, requestId });
}

/** Reads the deposits that `returnWallet` sends back, in its order. */
export async function readReturnable(
  db: Queryable,
  scope: { userId: UserId; at: Date },
): Promise<RefundableDeposit[]> {
  return (await readRefundableDeposits(db, scope)).filter(({ failed }) => !failed);
}

export function sumRefundable(deposits: readonly RefundableDeposit[]): bigint {
  return deposits.reduce((sum, each) => sum + each.refundableMicros, 0n);
}
