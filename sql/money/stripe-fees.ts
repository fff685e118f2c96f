import type { Tx } from "../db/client";
import { type NewTransaction, postTransactions } from "./ledger";

export type StripeFee = {
  /** Id of the balance transaction that charged it. */
  id: string;
  /** Negative if Stripe returned a fee. */
  micros: bigint;
  memo: string;
};

/** Arbitrary. */
const POSTING_LOCK = 5_318_009;

/**
 * Posts fees, each once: those that are posted already are left out. Only one transaction at a time
 * posts fees. Returns how many were posted.
 */
export async function postStripeFees(tx: Tx, fees: readonly StripeFee[]): Promise<number> {
  await tx`/* stripeFees.lock */ select pg_advisory_xact_lock(${POSTING_LOCK})`;
  const transactions = fees.map(toTransaction);
  const posted = await tx<{ key: string }[]>`
    /* stripeFees.listPosted */
    select idempotency_key as key from ledger_transactions
    where idempotency_key = any (${transactions.map(({ idempotencyKey }) => idempotencyKey)}::text[])`;
  const known = new Set(posted.map(({ key }) => key));
  const missing = transactions.filter(({ idempotencyKey }) => !known.has(idempotencyKey));
  if (missing.length > 0) await postTransactions(tx, missing);
  return missing.length;
}

function toTransaction({ id, micros, memo }: StripeFee): NewTransaction & { id: string } {
  return {
    id: Bun.randomUUIDv7(),
    kind: "stripe_fee",
    idempotencyKey: `stripe_fee:${id}`,
    reference: `stripe:${id}`,
    memo,
    entries: [
      { account: { kind: "stripe_fees" }, micros: -micros },
      { account: { kind: "stripe_clearing" }, micros },
    ],
  };
}
