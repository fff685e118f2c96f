import { randomUUID } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import { describe, expect, it } from "vitest";
import type { Db, Queryable, Sql } from "../db/client";
import { withTx } from "../db/tx";
import { createTestDatabase } from "../testing/test-database";
import {
  type Entry,
  getBalance,
  lockAccounts,
  lockBalance,
  openAccounts,
  postTransaction,
} from "./ledger";

const { db, owner } = await createTestDatabase();

async function userWith(micros: bigint): Promise<string> {
  const ownerId = randomUUID();
  await withTx(db, async (tx) => {
    await openAccounts(tx, ownerId, ["wallet", "earnings"]);
    await postTransaction(tx, {
      kind: "deposit",
      idempotencyKey: `deposit:${ownerId}`,
      entries: deposit(ownerId, micros),
    });
  });
  return ownerId;
}

function deposit(ownerId: string, micros: bigint): Entry[] {
  return [
    { account: { kind: "stripe_clearing" }, micros: -micros },
    { account: { kind: "wallet", ownerId }, micros },
  ];
}

async function refusal(action: PromiseLike<unknown>): Promise<string> {
  try {
    await action;
    return "allowed";
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    if (!(cause instanceof Error)) throw error;
    const constraint = "constraint_name" in cause ? cause.constraint_name : undefined;
    return constraint ? String(constraint) : cause.message;
  }
}

async function findAccount(ownerId: string, kind = "wallet"): Promise<bigint> {
  const [row] = await owner<{ id: bigint }[]>`
    select id from ledger_accounts where owner_id = ${ownerId} and kind = ${kind}`;
  if (!row) throw new Error("No such account");
  return row.id;
}

const someone = await userWith(1_000n);
const account = await findAccount(someone);

const rewriting: Record<string, (sql: Sql) => PromiseLike<unknown>> = {
  "change an entry": (sql) => sql`update ledger_entries set micros = micros * 2`,
  "delete an entry": (sql) => sql`delete from ledger_entries`,
  "truncate the entries": (sql) => sql`truncate ledger_entries`,
  "change a transaction": (sql) => sql`update ledger_transactions set memo = 'other'`,
  "delete a transaction": (sql) => sql`delete from ledger_transactions`,
  "truncate the transactions": (sql) => sql`truncate ledger_transactions cascade`,
  "set a balance": (sql) => sql`update ledger_accounts set balance_micros = 1000000`,
  "move an account to another owner": (sql) =>
    sql`update ledger_accounts set owner_id = ${randomUUID()} where owner_id = ${someone}`,
  "delete an account": (sql) => sql`delete from ledger_accounts`,
  "truncate the accounts": (sql) => sql`truncate ledger_accounts cascade`,
  "change the lots of an entry": (sql) => sql`update ledger_lot_entries set micros = micros * 2`,
  "truncate the lots of entries": (sql) => sql`truncate ledger_lot_entries`,
  "change what an account holds of a lot": (sql) => sql`update ledger_lot_balances set micros = 1`,
  "give an account a lot": (sql) =>
    sql`insert into ledger_lot_balances select ${account}, id, 5 from ledger_lots where reference is null`,
  "take an account's lots": (sql) => sql`delete from ledger_lot_balances`,
  "truncate the lots of accounts": (sql) => sql`truncate ledger_lot_balances`,
  "open an account with money in it": (sql) =>
    sql`insert into ledger_accounts (kind, owner_id, balance_micros) values ('wallet', ${randomUUID()}, 5)`,
};

describe.each(Object.entries(rewriting))("nobody can %s", (_name, act) => {
  it("not the application: it has no right to", async () => {
    expect(await refusal(act(db.sql))).toMatch(/^permission denied/);
  });

  it("not the owner: a trigger refuses", async () => {
    expect(await refusal(act(owner))).toBe("append_only");
  });
});

it("does not let the application disable a trigger or reopen a closed transaction", async () => {
  expect(await refusal(db.sql`alter table ledger_entries disable trigger all`)).toMatch(/owner/);
  expect(
    await refusal(db.sql`
      insert into ledger_transactions (id, kind, idempotency_key, created_xid)
      values (${randomUUID()}, 'deposit', 'forged', '1')`),
  ).toMatch(/^permission denied/);
  expect(await refusal(db.sql`set session_replication_role = replica`)).toMatch(
    /permission denied/,
  );
});

const asOwner: Db = { sql: owner, transactions: owner, end: async () => {} };

describe.each([
  ["the application", db],
  ["the owner", asOwner],
])("%s cannot post", (_who, poster) => {
  const pool = poster.sql;
  const attempt = (lines: Line[], kind = "deposit") => refusal(postLines(poster, kind, lines));

  it("entries that do not sum to zero", async () => {
    const lines = [
      { account, micros: 5n },
      { account: 1n, micros: -4n },
    ];
    expect(await attempt(lines)).toBe("ledger_transaction_balanced");
  });

  it("a single entry", async () => {
    expect(await attempt([{ account, micros: 5n }])).toBe("ledger_transaction_balanced");
  });

  it("a transaction without entries", async () => {
    const header = pool`insert into ledger_transactions (id, kind, idempotency_key)
      values (${randomUUID()}, 'deposit', ${randomUUID()})`;
    expect(await refusal(header)).toBe("ledger_transaction_balanced");
  });

  it("an entry of nothing", async () => {
    const lines = [
      { account, micros: 0n },
      { account: 1n, micros: 0n },
    ];
    expect(await attempt(lines)).toBe("ledger_entries_not_zero");
  });

  it("to an account that does not exist", async () => {
    const lines = [
      { account: 999_999n, micros: 5n },
      { account: 1n, micros: -5n },
    ];
    expect(await attempt(lines)).toBe("ledger_account_known");
  });

  it("more than a guarded account holds", async () => {
    const lines = [
      { account, micros: -1_001n },
      { account: 1n, micros: 1_001n },
    ];
    expect(await attempt(lines)).toBe("ledger_balance_not_negative");
  });

  it("an unknown kind of transaction", async () => {
    const lines = [
      { account, micros: 5n },
      { account: 1n, micros: -5n },
    ];
    expect(await attempt(lines, "gift")).toBe("ledger_transactions_kind");
  });

  it("to a transaction that has been closed", async () => {
    const [closed] = await owner<{ id: string }[]>`select id from ledger_transactions limit 1`;
    const late = pool`
      insert into ledger_entries (transaction_id, account_id, micros)
      select ${closed?.id ?? null}::uuid, id, case shard when 1 then 5 else -5 end
      from ledger_accounts where kind = 'losses' and shard in (1, 2)`;
    expect(await refusal(late)).toBe("ledger_transaction_open");
  });

  it("a second, unbalanced part once the check at the end has been brought forward", async () => {
    const action = withTx(poster, async (tx) => {
      const id = randomUUID();
      await tx`insert into ledger_transactions (id, kind, idempotency_key) values (${id}, 'deposit', ${id})`;
      await insertLines(tx, id, [
        { account, micros: 5n },
        { account: 1n, micros: -5n },
      ]);
      await tx`set constraints all immediate`;
      await insertLines(tx, id, [{ account: await findAccount(someone, "earnings"), micros: 5n }]);
    });
    expect(await refusal(action)).toBe("ledger_transaction_balanced");
  });
});

it("stores nothing of a refused transaction", async () => {
  expect(await getBalance(db.sql, { kind: "wallet", ownerId: someone })).toBe(1_000n);
  const [row] = await owner<{ transactions: bigint }[]>`
    select count(*) as transactions from ledger_transactions`;
  expect(row?.transactions).toBe(1n);
});

type Line = { account: bigint; micros: bigint };

async function postLines(poster: Db, kind: string, lines: Line[]): Promise<void> {
  await withTx(poster, async (tx) => {
    const id = randomUUID();
    await tx`insert into ledger_transactions (id, kind, idempotency_key) values (${id}, ${kind}, ${id})`;
    await insertLines(tx, id, lines);
  });
}

async function insertLines(sql: Queryable, transactionId: string, lines: Line[]): Promise<void> {
  await sql`
    insert into ledger_entries (transaction_id, account_id, micros)
    select ${transactionId}::uuid, account, micros
    from unnest(
      ${lines.map((line) => line.account.toString())}::bigint[],
      ${lines.map((line) => line.micros.toString())}::bigint[]
    ) as line (account, micros)`;
}

it("waits for an escrow or earnings without holding a wallet, which pays debts meanwhile", async () => {
  const [ownerId, campaignId] = [await userWith(1_000n), randomUUID()];
  await withTx(db, (tx) => openAccounts(tx, campaignId, ["escrow"]));
  const wallet = { kind: "wallet" as const, ownerId };
  for (const first of [
    { kind: "escrow" as const, ownerId: campaignId },
    { kind: "earnings" as const, ownerId },
  ]) {
    let waiting: Promise<unknown> = Promise.resolve();
    await withTx(db, async (tx) => {
      await lockBalance(tx, first);
      const both = withTx(db, (other) => lockAccounts(other, [wallet, first]));
      const posting = withTx(db, (other) =>
        postTransaction(other, {
          ...{ kind: "release", idempotencyKey: randomUUID() },
          entries: [
            { account: wallet, micros: -1n },
            { account: first, micros: 1n },
          ],
        }),
      );
      waiting = Promise.all([both, posting]);
      await expect.poll(countWaiting).toBe(2);
      expect(await lockBalance(tx, wallet)).toBeGreaterThan(0n);
    });
    await waiting;
  }
});

async function countWaiting(): Promise<number> {
  const [row] = await owner<{ waiting: number }[]>`
    select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`;
  return row?.waiting ?? 0;
}
