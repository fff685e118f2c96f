import { ledgerMemos } from "@fairclick/core/money/describe-money";
import type { Tx } from "../db/client";
import { postTransaction } from "./ledger";

/**
 * Pays these users' debts from their earnings, as far as they suffice. Call it in every transaction
 * that credits earnings, after the credit: a user with a debt then never has earnings to withdraw.
 * Every change of a debt holds the lock of the user's earnings account, as the credit does.
 */
export async function payDebts(tx: Tx, userIds: readonly string[]): Promise<void> {
  const payable = await tx<{ ownerId: string; micros: bigint }[]>`
    /* debts.findPayable */
    select d.owner_id as "ownerId", least(-d.balance_micros, e.balance_micros) as micros
    from ledger_accounts d
    join ledger_accounts e on e.kind = 'earnings' and e.owner_id = d.owner_id and e.shard = 0
    where d.kind = 'debt' and d.shard = 0 and d.owner_id = any (${[...userIds]}::uuid[])
      and d.balance_micros < 0 and e.balance_micros > 0
    order by d.id`;
  for (const { ownerId, micros } of payable) {
    await postTransaction(tx, {
      kind: "debt_payment",
      idempotencyKey: `debt_payment:${Bun.randomUUIDv7()}`,
      memo: ledgerMemos.debtPaid,
      entries: [
        { account: { kind: "earnings", ownerId }, micros: -micros },
        { account: { kind: "debt", ownerId }, micros },
      ],
    });
  }
}
