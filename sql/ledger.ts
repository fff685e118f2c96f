import type { Queryable, Tx } from "./client";

export type OwnedAccountKind = "wallet" | "earnings" | "in_transit" | "escrow" | "debt";
export type PlatformAccountKind = "stripe_clearing" | "losses";
export type AccountRef =
  | { kind: OwnedAccountKind; ownerId: string }
  | { kind: PlatformAccountKind };

export type TransactionKind =
  | "deposit"
  | "reserve"
  | "click_payout"
  | "release"
  | "withdrawal"
  | "withdrawal_paid"
  | "withdrawal_failed"
  | "refund"
  | "dispute"
  | "reversal"
  | "click_reversal"
  | "debt_payment"
  | "loss_payment";

export type Entry = {
  account: AccountRef;
  /** Positive: the account's owner is owed more. */
  micros: bigint;
  /** For click payouts: so many clicks at this price. */
  quantity?: number;
  unitMicros?: bigint;
};

export type NewTransaction = {
  kind: TransactionKind;
  idempotencyKey: string;
  reference?: string;
  memo?: string;
  reverses?: string;
  entries: Entry[];
};

export async function openAccounts(
  tx: Tx,
  ownerId: string,
  kinds: OwnedAccountKind[],
): Promise<void> {
  await tx`
    /* ledger.openAccounts */
    insert into ledger_accounts (kind, owner_id)
    select kind, ${ownerId}::uuid from unnest(${kinds}::text[]) kind
    on conflict do nothing`;
}

/**
 * Posts one transaction, once: a second call with the same key changes nothing and says so.
 * Throws `insufficient_funds` (through `withTx`) when a guarded account would fall below zero.
 */
export async function postTransaction(
  tx: Tx,
  transaction: NewTransaction,
): Promise<{ id: string; posted: boolean }> {
  const id = Bun.randomUUIDv7();
  const { kind, idempotencyKey, reference = null, memo = null, reverses = null } = transaction;
  const inserted = await tx`
    /* ledger.postTransaction */
    insert into ledger_transactions (id, kind, idempotency_key, reference, memo, reverses)
    values (${id}, ${kind}, ${idempotencyKey}, ${reference}, ${memo}, ${reverses})
    on conflict (idempotency_key) do nothing
    returning id`;
  if (inserted.length === 0)
    return { id: await getTransactionId(tx, idempotencyKey), posted: false };
  await insertEntries(tx, id, transaction.entries);
  return { id, posted: true };
}

async function getTransactionId(tx: Tx, idempotencyKey: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    /* ledger.getTransactionId */
    select id from ledger_transactions where idempotency_key = ${idempotencyKey}`;
  if (!row) throw new Error(`No ledger transaction has the key ${idempotencyKey}`);
  return row.id;
}

/** Names that stand for no account leave a null account id behind, which the entry refuses. */
async function insertEntries(tx: Tx, transactionId: string, entries: Entry[]): Promise<void> {
  await tx`
    /* ledger.insertEntries */
    insert into ledger_entries (transaction_id, account_id, micros, quantity, unit_micros)
    select ${transactionId}::uuid,
      (select a.id from ledger_accounts a
       where a.kind = e.kind and a.owner_id is not distinct from e.owner_id
         and a.shard = case when e.owner_id is null then pg_backend_pid() % 16 else 0 end),
      e.micros, e.quantity, e.unit_micros
    from unnest(
      ${entries.map((e) => e.account.kind)}::text[],
      ${entries.map((e) => ("ownerId" in e.account ? e.account.ownerId : null))}::uuid[],
      ${entries.map((e) => e.micros.toString())}::bigint[],
      ${entries.map((e) => e.quantity?.toString() ?? null)}::bigint[],
      ${entries.map((e) => e.unitMicros?.toString() ?? null)}::bigint[]
    ) as e (kind, owner_id, micros, quantity, unit_micros)`;
}

export async function getBalance(db: Queryable, account: AccountRef): Promise<bigint> {
  const ownerId = "ownerId" in account ? account.ownerId : null;
  const [row] = await db<{ balanceMicros: bigint }[]>`
    /* ledger.getBalance */
    select coalesce(sum(balance_micros), 0)::bigint as "balanceMicros" from ledger_accounts
    where kind = ${account.kind} and owner_id is not distinct from ${ownerId}::uuid`;
  return row?.balanceMicros ?? 0n;
}

export type OwnedAccount = { kind: OwnedAccountKind; ownerId: string };
export type LockedAccount = OwnedAccount & { balanceMicros: bigint };

/**
 * Locks owned accounts until the transaction ends, in the one order that every posting keeps, and
 * gives their balances in that order. Accounts that do not exist are left out.
 */
export async function lockAccounts(tx: Tx, accounts: OwnedAccount[]): Promise<LockedAccount[]> {
  return tx<LockedAccount[]>`
    /* ledger.lockAccounts */
    select kind, owner_id as "ownerId", balance_micros as "balanceMicros"
    from ledger_lock_accounts(
      ${accounts.map((account) => account.kind)}::text[],
      ${accounts.map((account) => account.ownerId)}::uuid[]
    )`;
}

/** Locks an owned account until the transaction ends and gives its balance. */
export async function lockBalance(tx: Tx, account: OwnedAccount): Promise<bigint> {
  const [locked] = await lockAccounts(tx, [account]);
  if (!locked) throw new Error(`No ${account.kind} account for ${account.ownerId}`);
  return locked.balanceMicros;
}
