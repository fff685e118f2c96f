import type { UserId } from "@fairclick/core/ids";
import { DEBIT_REFUND_DAYS } from "@fairclick/core/money/refunds";
import type { Queryable } from "@fairclick/sql/db/client";
import { listRefundableDeposits, type RefundableDeposit } from "@fairclick/sql/money/deposits";
import { getWallet } from "@fairclick/sql/money/wallet";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";

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
  const refundableMicros = deposits.reduce((sum, each) => sum + each.refundableMicros, 0n);
  return { walletMicros, refundableMicros, deposits };
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
