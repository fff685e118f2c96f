import type { UserId } from "@fairclick/core/ids";
import { ledgerMemos } from "@fairclick/core/money/describe-money";
import type { Queryable, Tx } from "../db/client";
import { postTransaction } from "./ledger";

/** The reference of all loss payments of a user. */
const paymentsReference = (userId: UserId) => `losses:${userId}`;

/**
 * Returns the part of refunds and disputes of a user's deposits that the wallet did not cover and
 * the user has not paid since; negative if claims were undone after they were paid. It changes only
 * under the lock of the user's wallet.
 */
export async function getUnpaidLosses(db: Queryable, userId: UserId): Promise<bigint> {
  const [row] = await db<{ micros: bigint }[]>`
    /* losses.getUnpaid */
    with reasons as materialized (
      select 'deposit:' || id as reference from deposits where user_id = ${userId}
      union all select ${paymentsReference(userId)}
    )
    select coalesce(-sum(e.micros), 0)::bigint as micros
    from reasons
    join ledger_transactions t on t.reference = reasons.reference
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'losses'`;
  return row?.micros ?? 0n;
}

/** Moves money from the wallet to the losses, or back if `micros` is negative. */
export async function postLossPayment(
  tx: Tx,
  { userId, micros }: { userId: UserId; micros: bigint },
): Promise<void> {
  await postTransaction(tx, {
    kind: "loss_payment",
    idempotencyKey: `loss_payment:${Bun.randomUUIDv7()}`,
    reference: paymentsReference(userId),
    memo: micros > 0n ? ledgerMemos.lossPaid : ledgerMemos.lossReturned,
    entries: [
      { account: { kind: "wallet", ownerId: userId }, micros: -micros },
      { account: { kind: "losses" }, micros },
    ],
  });
}
