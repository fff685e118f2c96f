import type { ClickCost } from "@fairclick/core/campaigns/status";
import type { UserId } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/t";
import { arrayLiteral, type Queryable, type Tx } from "../db/client";

export type OwnedAccountKind =
  | "wallet"
  | "earnings"
  | "in_transit"
  | "escrow"
  | "debt"
  | "recoverable";
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
  /** Of a settlement's payout: the UTC day of its clicks. */
  clickDay?: string;
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

/** Returns what a transaction with this key moved; null if none was posted. */
export async function findPostedMicros(tx: Tx, idempotencyKey: string): Promise<bigint | null> {
  const [row] = await tx<{ micros: bigint | null }[]>`
    /* ledger.findPostedMicros */
    select sum(e.micros)::bigint as micros from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.micros > 0
    where t.idempotency_key = ${idempotencyKey}`;
  return row?.micros ?? null;
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
    insert into ledger_transactions (id, kind, idempotency_key, reference, memo, reverses, click_day)
    select * from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ idempotencyKey }) => idempotencyKey)}::text[],
      ${column(({ reference }) => reference)}::text[], ${column(({ memo }) => memo)}::text[],
      ${column(({ reverses }) => reverses)}::uuid[], ${column(({ clickDay }) => clickDay)}::date[]
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
    select coalesce(sum(balance_micros), 0)::bigint as balance_micros from ledger_accounts
    where kind = ${account.kind} and owner_id is not distinct from ${ownerId}::uuid`;
  return row?.balanceMicros ?? 0n;
}

export type OwnedAccount = { kind: OwnedAccountKind; ownerId: string };
export type LockedAccount = OwnedAccount & { balanceMicros: bigint };

/**
 * Locks owned accounts until the transaction ends and returns their balances, both in the order in
 * which every posting locks: escrows, earnings, wallets. Leaves out accounts that do not exist.
 */
export async function lockAccounts(tx: Tx, accounts: OwnedAccount[]): Promise<LockedAccount[]> {
  return tx<LockedAccount[]>`
    /* ledger.lockAccounts */
    select kind, owner_id, balance_micros
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

/**
 * Pays these users' debts from their earnings, as far as they suffice: the oldest first, to the wallet of
 * the developer that it is owed to. Call it in every transaction that credits earnings, after the credit: a
 * user with a debt then never has earnings to withdraw. Every change of a debt holds the lock of the
 * user's earnings account, as the credit does.
 */
export async function payDebts(tx: Tx, userIds: readonly string[]): Promise<void> {
  const payable = await tx<
    { ownerId: string; reference: string; developerId: string; micros: bigint }[]
  >`
    /* debts.findPayable */
    select o.owner_id, o.reference, c.developer_id,
      least(o.micros, o.earnings - o.before)::bigint as micros
    from (
      select d.owner_id, t.reference, e.balance_micros as earnings, -sum(m.micros) as micros,
        sum(-sum(m.micros)) over (partition by d.id order by min(t.created_at), t.reference)
          + sum(m.micros) as before
      from ledger_accounts d
      join ledger_accounts e on e.kind = 'earnings' and e.owner_id = d.owner_id and e.shard = 0
      join ledger_entries m on m.account_id = d.id
      join ledger_transactions t on t.id = m.transaction_id
      where d.kind = 'debt' and d.shard = 0 and d.owner_id = any (${[...userIds]}::uuid[])
        and d.balance_micros < 0 and e.balance_micros > 0
      group by d.id, e.id, t.reference
    ) o
    join campaigns c on 'campaign:' || c.id = o.reference
    where o.micros > 0 and o.earnings > o.before
    order by o.owner_id, o.before`;
  for (const { ownerId, reference, developerId, micros } of payable) {
    await postTransaction(tx, {
      kind: "debt_payment",
      idempotencyKey: `debt_payment:${Bun.randomUUIDv7()}`,
      reference,
      memo: stored`Paid towards clicks that were reversed`,
      entries: [
        { account: { kind: "earnings", ownerId }, micros: -micros },
        { account: { kind: "debt", ownerId }, micros },
        { account: { kind: "recoverable", ownerId: developerId }, micros: -micros },
        { account: { kind: "wallet", ownerId: developerId }, micros },
      ],
    });
  }
}

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
    memo:
      micros > 0n
        ? stored`Paid the debt of a deposit that was reversed.`
        : stored`Returned, because the reversal of a deposit was undone.`,
    entries: [
      { account: { kind: "wallet", ownerId: userId }, micros: -micros },
      { account: { kind: "losses" }, micros },
    ],
  });
}

/** Returns the amount that a request has moved to the wallet; null if it has moved nothing. */
export async function findSpentMicros(tx: Tx, idempotencyKey: string): Promise<bigint | null> {
  const [row] = await tx<{ micros: bigint }[]>`
    /* spentEarnings.find */
    select e.micros from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.micros > 0
    where t.idempotency_key = ${idempotencyKey}`;
  return row?.micros ?? null;
}

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

type ClickPayout = ClickCost & {
  campaignId: string;
  creators: readonly { creatorId: string; clicks: number }[];
};

/** Returns the entries that pay clicks: the escrow against the creators and the platform's fee. */
export function payoutEntries({
  campaignId,
  priceMicros,
  feeMicros,
  creators,
}: ClickPayout): Entry[] {
  const total = creators.reduce((sum, { clicks }) => sum + clicks, 0);
  const entry = (account: Entry["account"], quantity: number, unitMicros: bigint): Entry => ({
    account,
    micros: BigInt(quantity) * unitMicros,
    quantity,
    unitMicros,
  });
  const costMicros = priceMicros + feeMicros;
  return [
    ...creators.map(({ creatorId, clicks }) =>
      entry({ kind: "earnings", ownerId: creatorId }, clicks, priceMicros),
    ),
    ...(feeMicros > 0n ? [entry({ kind: "fees" }, total, feeMicros)] : []),
    {
      account: { kind: "escrow", ownerId: campaignId },
      micros: -BigInt(total) * costMicros,
      quantity: total,
      unitMicros: costMicros,
    },
  ];
}
