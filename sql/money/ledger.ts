import { arrayLiteral } from "../db/array-literal";
import type { Queryable, Tx } from "../db/client";

export type OwnedAccountKind = "wallet" | "earnings" | "in_transit" | "escrow" | "debt";
export type PlatformAccountKind = "stripe_clearing" | "losses" | "fees" | "stripe_fees";
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
  | "loss_payment"
  | "earnings_spent"
  | "stripe_fee";

export type Entry = {
  account: AccountRef;
  /** Positive amounts credit the account's owner. */
  micros: bigint;
  /** For click payouts: the number of clicks and their price. */
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

export async function isPosted(tx: Tx, idempotencyKey: string): Promise<boolean> {
  const rows = await tx`
    /* ledger.isPosted */
    select from ledger_transactions where idempotency_key = ${idempotencyKey}`;
  return rows.length > 0;
}

/**
 * Posts a transaction once: a second call with the same key changes nothing and returns `posted:
 * false`. Throws `insufficient_funds` (through `withTx`) if a guarded account would fall below
 * zero.
 */
export async function postTransaction(
  tx: Tx,
  transaction: NewTransaction,
): Promise<{ id: string; posted: boolean }> {
  const identified = { ...transaction, id: Bun.randomUUIDv7() };
  if ((await insertTransactions(tx, [identified])) === 0) {
    return { id: await getTransactionId(tx, transaction.idempotencyKey), posted: false };
  }
  await insertEntries(tx, [identified]);
  return { id: identified.id, posted: true };
}

type IdentifiedTransaction = NewTransaction & { id: string };

/**
 * Posts several transactions under ids that the caller chose, because other rows refer to them
 * already. Throws if one of the keys is posted already, and `insufficient_funds` as
 * `postTransaction` does.
 */
export async function postTransactions(
  tx: Tx,
  transactions: readonly IdentifiedTransaction[],
): Promise<void> {
  const inserted = await insertTransactions(tx, transactions);
  if (inserted !== transactions.length) throw new Error("A ledger transaction is posted already");
  await insertEntries(tx, transactions);
}

/** Returns the number of new transactions. */
async function insertTransactions(
  tx: Tx,
  transactions: readonly IdentifiedTransaction[],
): Promise<number> {
  const column = (pick: (transaction: IdentifiedTransaction) => string | null | undefined) =>
    arrayLiteral(transactions.map((transaction) => pick(transaction) ?? null));
  const inserted = await tx`
    /* ledger.insertTransactions */
    insert into ledger_transactions (id, kind, idempotency_key, reference, memo, reverses)
    select * from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ idempotencyKey }) => idempotencyKey)}::text[],
      ${column(({ reference }) => reference)}::text[], ${column(({ memo }) => memo)}::text[],
      ${column(({ reverses }) => reverses)}::uuid[]
    )
    on conflict (idempotency_key) do nothing`;
  return inserted.count;
}

async function getTransactionId(tx: Tx, idempotencyKey: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    /* ledger.getTransactionId */
    select id from ledger_transactions where idempotency_key = ${idempotencyKey}`;
  if (!row) throw new Error(`No ledger transaction has the key ${idempotencyKey}`);
  return row.id;
}

/** An unknown account becomes a null account id, which a constraint of the entries rejects. */
async function insertEntries(
  tx: Tx,
  transactions: readonly IdentifiedTransaction[],
): Promise<void> {
  const entries = transactions.flatMap(({ id: transactionId, entries }) =>
    entries.map((entry) => ({ ...entry, transactionId })),
  );
  const ownerId = ({ account }: Entry) => ("ownerId" in account ? account.ownerId : null);
  await tx`
    /* ledger.insertEntries */
    insert into ledger_entries (transaction_id, account_id, micros, quantity, unit_micros)
    select e.transaction_id, coalesce(
        (select a.id from ledger_accounts a
         where a.kind = e.kind and a.owner_id = e.owner_id and a.shard = 0),
        (select a.id from ledger_accounts a
         where e.owner_id is null and a.kind = e.kind and a.owner_id is null
           and a.shard = pg_backend_pid() % 16)
      ), e.micros, e.quantity, e.unit_micros
    from unnest(
      ${arrayLiteral(entries.map((e) => e.transactionId))}::uuid[],
      ${arrayLiteral(entries.map((e) => e.account.kind))}::text[],
      ${arrayLiteral(entries.map(ownerId))}::uuid[],
      ${arrayLiteral(entries.map((e) => e.micros.toString()))}::bigint[],
      ${arrayLiteral(entries.map((e) => e.quantity ?? null))}::bigint[],
      ${arrayLiteral(entries.map((e) => e.unitMicros?.toString() ?? null))}::bigint[]
    ) as e (transaction_id, kind, owner_id, micros, quantity, unit_micros)`;
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
 * Locks owned accounts until the transaction ends and returns their balances, both sorted by id, as
 * every posting does. Leaves out accounts that do not exist.
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

/**
 * Locks an owned account until the transaction ends and returns its balance. Throws if there is
 * none.
 */
export async function lockBalance(tx: Tx, account: OwnedAccount): Promise<bigint> {
  const [locked] = await lockAccounts(tx, [account]);
  if (!locked) throw new Error(`No ${account.kind} account for ${account.ownerId}`);
  return locked.balanceMicros;
}
