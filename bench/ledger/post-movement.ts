import type { Sql, Tx } from "@fairclick/sql/db/client";
import { postTransaction } from "@fairclick/sql/money/ledger";

/** A deposit into its own wallet (`from` is null), or a settlement from its own escrow. */
export type Movement = { kind: "deposit" | "click_payout"; from: string | null; to: string };
export type KeyedMovement = Movement & { key: string };

const MICROS = 10_000n;

export async function postMovement(tx: Tx, { kind, from, to, key }: KeyedMovement): Promise<void> {
  const source = from
    ? ({ kind: "escrow", ownerId: from } as const)
    : ({ kind: "stripe_clearing" } as const);
  const target = kind === "deposit" ? ("wallet" as const) : ("earnings" as const);
  await postTransaction(tx, {
    kind,
    idempotencyKey: key,
    entries: [
      { account: source, micros: -MICROS },
      { account: { kind: target, ownerId: to }, micros: MICROS },
    ],
  });
}

/** Posts as `postTransaction` does, but always to shard 0 of the platform account. */
export async function postOnOneRow(tx: Tx, { kind, from, to, key }: KeyedMovement): Promise<void> {
  const id = Bun.randomUUIDv7();
  await tx`
    insert into ledger_transactions (id, kind, idempotency_key) values (${id}, ${kind}, ${key})
    on conflict (idempotency_key) do nothing returning id`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, micros)
    select ${id}::uuid, id, case when owner_id is not distinct from ${from}::uuid then ${-MICROS}::bigint else ${MICROS}::bigint end
    from ledger_accounts
    where (owner_id = ${from}::uuid and kind = 'escrow')
      or (${from}::uuid is null and owner_id is null and kind = 'stripe_clearing' and shard = 0)
      or (owner_id = ${to}::uuid and kind = ${kind === "deposit" ? "wallet" : "earnings"})`;
}

export async function prepareRaw(owner: Sql): Promise<void> {
  await owner`create table bench_transactions (like ledger_transactions including all)`;
  await owner`create table bench_entries (like ledger_entries including all)`;
  await owner`grant select, insert on bench_transactions, bench_entries to fairclick_app`;
}

/**
 * The upper limit: inserts the same rows with the same indexes and constraints, without triggers or
 * balances.
 */
export async function postRaw(tx: Tx, { kind, key }: KeyedMovement): Promise<void> {
  const id = Bun.randomUUIDv7();
  await tx`
    insert into bench_transactions (id, kind, idempotency_key) values (${id}, ${kind}, ${key})
    on conflict (idempotency_key) do nothing returning id`;
  await tx`
    insert into bench_entries (transaction_id, account_id, micros)
    values (${id}, 1, ${-MICROS}), (${id}, 2, ${MICROS})`;
}
