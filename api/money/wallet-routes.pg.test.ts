import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { expect, it } from "vitest";
import { campaignInput, deposit, earn, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: instantPayouts });
const { call, db } = app;

/** Two clicks of the third of January. */
async function countDay({ id }: Person, micros: bigint): Promise<void> {
  const click = { campaignId: crypto.randomUUID(), creatorId: id, at: new Date("2026-01-03") };
  await addCountedClicks(db, [{ ...click, times: 2, priceMicros: micros / 2n }]);
}

it("returns balances in dollars, the withdrawable one rounded down to the cent", async () => {
  const person = await register(app);
  await deposit(app, person, 50.25);
  await earn(app, person, 45_999n);
  const answer = await call("GET", "/api/wallet/summary", { token: person.token });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    walletBalance: 50.25,
    withdrawableBalance: 0.04,
    totalEarnings: 0.045999,
    pendingPayouts: 0,
    owed: 0,
    waitingEarnings: 0,
    waiting: [],
    reviews: [],
    unjudgedClicks: 0,
    heldClicks: 0,
    judgedUpTo: null,
  });
});

it("accepts x-auth-token too", async () => {
  const { token } = await register(app);
  const headers = { "x-auth-token": token };
  expect((await call("GET", "/api/wallet/summary", { headers })).status).toBe(200);
  expect((await call("GET", "/api/wallet/transactions", { headers })).json).toEqual({
    transactions: [],
    nextCursor: null,
    judgedUpTo: null,
  });
});

it("returns the whole history as an uncacheable file", async () => {
  const person = await register(app);
  await earn(app, person, 5_000n);
  await countDay(person, 5_000n);
  const answer = await call("GET", "/api/wallet/transactions.csv", { token: person.token });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="fairclick-transactions.csv"',
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const [, line] = answer.text.split("\r\n");
  expect(line).toMatch(/^2026-01-03T00:00:00.000Z,earnings,earnings,0.005,completed,2 clicks × /);
});

it.each([
  "/api/wallet/summary",
  "/api/wallet/transactions",
  "/api/wallet/transactions.csv",
  "/api/wallet/earnings",
])("%s is one's own", async (path) => {
  expect((await call("GET", path)).status).toBe(401);
});

it("does not show other users' data", async () => {
  const [rich, poor] = [await register(app), await register(app)];
  await deposit(app, rich, 20);
  await app.owner`insert into deposits (id, user_id, amount_micros, created_at)
    values (gen_random_uuid(), ${rich.id}, 10000, '2026-01-01')`;
  await app.owner`insert into withdrawals (id, user_id, amount_micros, stripe_account_id, requested_at)
    values (gen_random_uuid(), ${rich.id}, 10000, 'acct_1', '2026-01-02')`;
  await countDay(rich, 3_000n);
  const json = campaignInput(app);
  await call("POST", "/api/campaigns", { token: rich.token, json });
  const own = await call("GET", "/api/wallet/transactions", { token: rich.token });
  expect(own.json.transactions).toMatchObject([
    {
      type: "reservation",
      amount: -15,
      status: "completed",
      description: "Budget of “Tower of Fun”",
    },
    { type: "earnings", amount: 0.003, description: "2 clicks × $0.0015 on a campaign" },
    {
      type: "withdrawal",
      amount: -0.01,
      status: "pending",
      description: "On its way to your bank",
    },
    { type: "deposit", amount: 0.01, status: "pending", description: "Waiting for the payment" },
  ]);
  const other = await call("GET", "/api/wallet/transactions", { token: poor.token });
  expect(other.json.transactions).toEqual([]);
});

it("returns pages without gaps or repetitions", async () => {
  const person = await register(app);
  await app.owner`
    insert into deposits (id, user_id, amount_micros, created_at)
    select gen_random_uuid(), ${person.id}, 10000 * n,
      timestamptz '2026-03-01T10:00:00Z' + (n / 3) * interval '100 microseconds'
    from generate_series(1, 25) n`;
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `?limit=4&cursor=${cursor}` : "?limit=4";
    const page = await call("GET", `/api/wallet/transactions${query}`, { token: person.token });
    expect(page.status).toBe(200);
    expect(page.json.transactions.length).toBeLessThanOrEqual(4);
    seen.push(...page.json.transactions.map((line: { amount: number }) => line.amount));
    cursor = page.json.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
});

it.each(["limit=0", "limit=101", "limit=x", "cursor=nonsense", "cursor=MTAwIOKCrA", "cursor=%00"])(
  "refuses ?%s",
  async (query) => {
    const { token } = await register(app);
    expect((await call("GET", `/api/wallet/transactions?${query}`, { token })).status).toBe(422);
  },
);
