import { microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId, type WithdrawalId } from "@fairclick/core/ids";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import {
  completeWithdrawal,
  failWithdrawal,
  findPendingWithdrawal,
  insertWithdrawal,
  postFailed,
  postPaid,
  postRequested,
} from "@fairclick/sql/money/withdrawals";

export type TestWithdrawal = {
  userId: UserId;
  cents: number;
  /** The final state; `open` leaves the withdrawal pending. */
  end: "paid" | "failed" | "open";
  at: Date;
};

/** Withdraws earnings with the product's locks and postings, without Stripe. */
export async function withdraw(db: Db, { userId, cents, end, at }: TestWithdrawal): Promise<void> {
  const id = asId<WithdrawalId>(Bun.randomUUIDv7());
  const request = { id, userId, amountMicros: microsFromCents(cents) };
  await withTx(db, async (tx) => {
    await lockBalance(tx, { kind: "earnings", ownerId: userId });
    if (await findPendingWithdrawal(tx, userId)) throw new AppError("withdrawal_pending", "open");
    await postRequested(tx, request);
    await insertWithdrawal(tx, {
      ...request,
      stripeAccountId: "acct_1",
      currency: "usd",
      requestId: null,
      at,
    });
  });
  if (end === "open") return;
  await withTx(db, async (tx) => {
    if (end === "failed") {
      await failWithdrawal(tx, { id, reason: "refused" });
      return postFailed(tx, request);
    }
    await completeWithdrawal(tx, { id, transferId: `tr_${id}`, at });
    return postPaid(tx, request);
  });
}
