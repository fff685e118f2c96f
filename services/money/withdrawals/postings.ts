import type { Tx } from "@fairclick/sql/db/client";
import { payDebts } from "@fairclick/sql/money/debts";
import {
  type AccountRef,
  postTransaction,
  type TransactionKind,
} from "@fairclick/sql/money/ledger";
import type { Withdrawal } from "@fairclick/sql/money/withdrawals";

type Moved = Pick<Withdrawal, "id" | "userId" | "amountMicros">;

/** Set aside before Stripe is asked: what is under way cannot be withdrawn, or lost, a second time. */
export async function postRequested(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal", `withdrawal:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "earnings", ownerId: userId },
    to: { kind: "in_transit", ownerId: userId },
  });
}

export async function postPaid(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal_paid", `withdrawal_paid:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "in_transit", ownerId: userId },
    to: { kind: "stripe_clearing" },
  });
}

/** Nothing was sent, for certain. */
export async function postFailed(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal_failed", `withdrawal_failed:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "in_transit", ownerId: userId },
    to: { kind: "earnings", ownerId: userId },
  });
  await payDebts(tx, [userId]);
}

/** Stripe took back what it had transferred, `soFarMicros` in all, `micros` of it just now. */
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
