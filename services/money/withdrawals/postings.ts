import type { Tx } from "@fairclick/sql/db/client";
import {
  type AccountRef,
  payDebts,
  postTransaction,
  type TransactionKind,
} from "@fairclick/sql/money/ledger";
import type { Withdrawal } from "@fairclick/sql/money/withdrawals";

type Moved = Pick<Withdrawal, "id" | "userId" | "amountMicros">;

/**
 * Moves the amount from earnings to in transit, before Stripe is called, so that it cannot be
 * withdrawn or lost twice.
 */
export async function postRequested(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal", `withdrawal:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "earnings", ownerId: userId },
    to: { kind: "in_transit", ownerId: userId },
  });
}

/** Moves the amount from in transit to Stripe clearing. */
export async function postPaid(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal_paid", `withdrawal_paid:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "in_transit", ownerId: userId },
    to: { kind: "stripe_clearing" },
  });
}

/** Moves the amount from in transit back to earnings. Only for withdrawals that were certainly not sent. */
export async function postFailed(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal_failed", `withdrawal_failed:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "in_transit", ownerId: userId },
    to: { kind: "earnings", ownerId: userId },
  });
  await payDebts(tx, [userId]);
}

/**
 * Moves `micros` from clearing back to earnings after Stripe reversed the transfer. `soFarMicros`
 * is the total reversed so far.
 */
export async function postReturned(
  tx: Tx,
  { id, userId }: Moved,
  { micros, soFarMicros }: { micros: bigint; soFarMicros: bigint },
): Promise<void> {
  await move(tx, "withdrawal_failed", `withdrawal_returned:${id}:${soFarMicros}`, {
    id,
    micros,
    from: { kind: "stripe_clearing" },
    to: { kind: "earnings", ownerId: userId },
  });
  await payDebts(tx, [userId]);
}

type Movement = { id: string; micros: bigint; from: AccountRef; to: AccountRef };

async function move(
  tx: Tx,
  kind: TransactionKind,
  idempotencyKey: string,
  { id, micros, from, to }: Movement,
): Promise<void> {
  await postTransaction(tx, {
    kind,
    idempotencyKey,
    reference: `withdrawal:${id}`,
    entries: [
      { account: from, micros: -micros },
      { account: to, micros },
    ],
  });
}
