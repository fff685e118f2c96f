import type { UserId } from "@fairclick/core/ids";
import { allocateRefund, planReturn } from "@fairclick/core/money/refunds";
import { hasOpenBudget } from "@fairclick/sql/campaigns/campaigns";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { listDeletedWithRefundable, type RefundableDeposit } from "@fairclick/sql/money/deposits";
import { getUnpaidLosses, lockBalance, postLossPayment } from "@fairclick/sql/money/ledger";
import { listRefundsOfRequest, type Refund } from "@fairclick/sql/money/refunds";
import type { Ctx } from "../../context";
import { findRefundScope, readRefundableDeposits } from "./get-refundable";
import { enqueueRefunds, takeFromWallet } from "./request-refund";

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
  const deposits = await readReturnable(tx, { userId, at: ctx.now() });
  const { nowMicros } = planReturn({
    walletMicros,
    refundableMicros: sumRefundable(deposits),
    owedMicros,
    budgetMicros: 0n,
    refundableBudgetMicros: 0n,
  });
  const requestId = Bun.randomUUIDv7();
  for (const { source: deposit, micros } of allocateRefund(nowMicros, deposits) ?? []) {
    await takeFromWallet(ctx, tx, { userId, requestId, deposit, micros, holdReason: null });
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
