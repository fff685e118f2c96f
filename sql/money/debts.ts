import type { Tx } from "../db/client";
import { postTransaction } from "./ledger";

/**
 * Has what these users have earned pay what they owe, as far as it goes. It belongs into every
 * transaction that credits earnings, after the crediting: who owes then never has any to withdraw.
 * Whoever changes a debt holds the lock of its user's earnings, as the crediting does.
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
      memo: "Paid towards clicks that were taken back",
      entries: [
        { account: { kind: "earnings", ownerId }, micros: -micros },
        { account: { kind: "debt", ownerId }, micros },
      ],
    });
  }
}
