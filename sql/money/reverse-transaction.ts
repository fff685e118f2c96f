import type { Tx } from "../db/client";

type Reversal = { transactionId: string; memo?: string };

/**
 * Posts the exact opposite of a transaction to the same accounts. A transaction is reversed once: a
 * second call changes nothing and returns `posted: false`. Throws `insufficient_funds` (through
 * `withTx`) if an account cannot return its amount.
 */
export async function reverseTransaction(
  tx: Tx,
  { transactionId, memo }: Reversal,
): Promise<{ id: string; posted: boolean }> {
  const id = Bun.randomUUIDv7();
  const inserted = await tx`
    /* reverseTransaction.insertTransaction */
    insert into ledger_transactions (id, kind, idempotency_key, reference, memo, reverses)
    select ${id}, 'reversal', 'reversal:' || id, reference, ${memo ?? null}, id
    from ledger_transactions where id = ${transactionId} and kind <> 'reversal'
    on conflict do nothing
    returning id`;
  if (inserted.length === 0) return { id: await getReversalId(tx, transactionId), posted: false };
  await tx`
    /* reverseTransaction.insertEntries */
    insert into ledger_entries (transaction_id, account_id, micros, quantity, unit_micros)
    select ${id}::uuid, account_id, -micros, quantity, unit_micros
    from ledger_entries where transaction_id = ${transactionId}`;
  return { id, posted: true };
}

async function getReversalId(tx: Tx, transactionId: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    /* reverseTransaction.getReversalId */
    select id from ledger_transactions where reverses = ${transactionId}`;
  if (!row) throw new Error(`There is no transaction ${transactionId} to reverse`);
  return row.id;
}
