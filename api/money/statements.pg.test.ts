import { type Statement, statementResponseSchema } from "@fairclick/core/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance, postTransaction } from "@fairclick/sql/money/ledger";
import { expect, it } from "vitest";
import { deposit, earn, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, db, addOperator } = app;
const { token } = await addOperator("Ann", ["ledger:read"]);
const { token: stranger } = await addOperator("Bob", ["ip-data:read"]);
const { token: userToken, id: someId } = await register(app);

async function readStatement(account: string, query = ""): Promise<Statement> {
  const answer = await call("GET", `/api/admin/ledger/accounts/${account}${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return statementResponseSchema.parse(answer.json).data;
}

async function spend(person: Person, micros: bigint): Promise<void> {
  await withTx(db, (tx) =>
    postTransaction(tx, {
      kind: "refund",
      idempotencyKey: crypto.randomUUID(),
      reference: "deposit:1",
      memo: "a refund",
      entries: [
        { account: { kind: "wallet", ownerId: person.id }, micros: -micros },
        { account: { kind: "stripe_clearing" }, micros },
      ],
    }),
  );
}

it("adds up, page by page, from the first entry to the balance", async () => {
  const person = await register(app);
  await deposit(app, person, 10);
  for (const micros of [1_500n, 2_000_001n, 7n, 300n]) await spend(person, micros);
  const pages: Statement[] = [];
  for (let before: string | null = null; ; ) {
    const query: string = before ? `?limit=2&before=${before}` : "?limit=2";
    const page: Statement = await readStatement(`wallet:${person.id}`, query);
    pages.unshift(page);
    if (!page.earlier) break;
    before = page.earlier;
  }
  expect(pages.map((page) => page.entries.length)).toEqual([1, 2, 2]);
  let balance = 0n;
  for (const page of pages) {
    expect(page.addsUp).toBe(true);
    expect(BigInt(page.openingMicros)).toBe(balance);
    for (const entry of page.entries) {
      balance += BigInt(entry.micros);
      expect(BigInt(entry.balanceMicros)).toBe(balance);
    }
    expect(BigInt(page.closingMicros)).toBe(balance);
  }
  expect(balance).toBe(7_998_192n);
  expect(balance).toBe(await getBalance(db.sql, { kind: "wallet", ownerId: person.id }));
  expect(pages[2]?.entries[1]).toMatchObject({
    kind: "refund",
    reference: "deposit:1",
    memo: "a refund",
    micros: "-300",
  });
});

it("finds the same account by its Google id", async () => {
  const person = await register(app);
  await earn(app, person, 45_999n);
  const named = await readStatement(`earnings:${person.id}`);
  expect(named.account).toMatchObject({ kind: "earnings", ownerId: person.id });
  expect(await readStatement(named.account.id)).toEqual(named);
});

it("has platform accounts, and accounts without an entry", async () => {
  expect((await readStatement("losses:3")).account).toMatchObject({
    kind: "losses",
    ownerId: null,
  });
  expect(await readStatement(`in_transit:${someId}`)).toMatchObject({
    openingMicros: "0",
    entries: [],
    closingMicros: "0",
    addsUp: true,
    earlier: null,
  });
});

it("reports a balance that is not the sum of the entries", async () => {
  const person = await register(app);
  await deposit(app, person, 1);
  await owner`alter table ledger_accounts disable trigger user`;
  await owner`
    update ledger_accounts set balance_micros = balance_micros + 1
    where kind = 'wallet' and owner_id = ${person.id}`;
  await owner`alter table ledger_accounts enable trigger user`;
  const statement = await readStatement(`wallet:${person.id}`);
  expect(statement.addsUp).toBe(false);
  expect(statement.closingMicros).toBe("1000000");
  expect(statement.account.balanceMicros).toBe("1000001");
});

it.each([
  ["nobody", null, 401],
  ["a user, of their own account too", userToken, 401],
  ["an operator without the scope", stranger, 403],
])("answers %s nothing", async (_, given, status) => {
  const path = `/api/admin/ledger/accounts/wallet:${someId}`;
  const answer = await call("GET", path, { token: given });
  expect(answer.status).toBe(status);
  expect(answer.json).not.toHaveProperty("data");
});

it.each([
  ["nonsense", 422],
  ["1%20or%201=1", 422],
  ["wallet:1", 422],
  ["999999", 404],
  ["wallet:01900000-0000-7000-8000-0000000000ff", 404],
  ["1?limit=0", 422],
  ["1?limit=1001", 422],
  ["1?before=yesterday", 422],
])("refuses %s", async (path, status) => {
  const answer = await call("GET", `/api/admin/ledger/accounts/${path}`, { token });
  expect(answer.status).toBe(status);
});
