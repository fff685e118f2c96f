import { costs } from "@fairclick/core/accounts/limits";
import { createStripe } from "@fairclick/services/money/stripe";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { describe, expect, it } from "vitest";
import { earn, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const keys = {
  publishableKey: null,
  webhookSecret: null,
  connectWebhookSecret: null,
  apiUrl: "http://127.0.0.1:9",
};

/** Has Stripe keys, but these tests never call Stripe. */
const app = await createTestApp({
  config: instantPayouts,
  deps: () => ({ stripe: createStripe({ ...keys, secretKey: "sk_test_nobody" }) }),
});
const withoutKeys = await createTestApp();
const { call, owner } = app;

async function rows(): Promise<number> {
  const [row] = await owner<{ n: bigint }[]>`
    select (select count(*) from deposits) + (select count(*) from withdrawals)
      + (select count(*) from ledger_transactions) + (select count(*) from stripe_events) as n`;
  return Number(row?.n);
}

/** The body is text, because JSON cannot represent NaN. */
const badAmounts: [string, string, number][] = [
  ["NaN", '{"amount":NaN}', 400],
  ["Infinity", '{"amount":Infinity}', 400],
  ["a NaN that went through JSON", '{"amount":null}', 422],
  ["1e308", '{"amount":1e308}', 422],
  ["1e400", '{"amount":1e400}', 422],
  ["-0", '{"amount":-0}', 422],
  ["0", '{"amount":0}', 422],
  ["a negative amount", '{"amount":-100}', 422],
  ["0.1", '{"amount":0.1}', 422],
  ["100.5", '{"amount":100.5}', 422],
  ["text", '{"amount":"10"}', 422],
  ["2^53", '{"amount":9007199254740992}', 422],
  ["one beyond the largest", '{"amount":99999901}', 422],
  ["an array", '{"amount":[1000]}', 422],
  ["an object", '{"amount":{"$gt":0}}', 422],
  ["true", '{"amount":true}', 422],
  ["nothing", "{}", 422],
  ["an array for a body", "[1000]", 422],
  ["null for a body", "null", 422],
  ["no JSON", "amount=1000", 400],
];

describe.each(["create-checkout-session", "withdraw"])("%s refuses", (path) => {
  it.each(badAmounts)("%s, and nothing changes", async (_name, body, status) => {
    const { token } = await oneUser();
    const before = await rows();
    const answer = await call("POST", `/api/stripe/${path}`, { token, body });
    expect(answer.status, answer.text).toBe(status);
    if (status === 422) expect(answer.json.error).toBe("Please enter a valid amount.");
    expect(answer.json.message).toBe(answer.json.error);
    expect(await rows()).toBe(before);
  });

  it("a request id that is not a UUID", async () => {
    const { token } = await oneUser();
    const json = { amount: 1_000, requestId: "1" };
    expect((await call("POST", `/api/stripe/${path}`, { token, json })).status).toBe(422);
  });

  it("a request without sign-in", async () => {
    const json = { amount: 1_000 };
    expect((await call("POST", `/api/stripe/${path}`, { json })).status).toBe(401);
  });
});

it("states Stripe's minimum for a deposit, and has none for a withdrawal", async () => {
  const { token } = await oneUser();
  const json = { amount: 49 };
  const deposit = await call("POST", "/api/stripe/create-checkout-session", { token, json });
  expect(deposit.status).toBe(422);
  expect(deposit.json.error).toBe("The smallest amount that can be added is $0.50.");
  const withdrawal = await call("POST", "/api/stripe/withdraw", { token, json });
  expect(withdrawal.json.code).toBe("payouts_not_verified");
});

it("refuses a withdrawal beyond the balance, to the cent, rounded down", async () => {
  const person = await register(app);
  await owner`update users set stripe_account_id = ${`acct_${person.id}`},
    stripe_account_verified = true where id = ${person.id}`;
  await earn(app, person, 19_999n);
  const { token } = person;
  const ask = (amount: number) => call("POST", "/api/stripe/withdraw", { token, json: { amount } });
  const before = await rows();
  const refused = await ask(2);
  expect(refused.status).toBe(409);
  expect(refused.json.error).toBe("Withdrawal amount cannot exceed your balance.");
  expect(await rows()).toBe(before);
  const accepted = await ask(1);
  expect(accepted.status).toBe(200);
  expect(accepted.json.message).toBe("Withdrawal request submitted successfully!");
});

it.each(["00000000-0000-7000-8000-000000000000", "nonsense", "%00"])(
  "does not know the withdrawal %s",
  async (id) => {
    const { token } = await oneUser();
    const answer = await call("POST", `/api/stripe/withdrawals/${id}/cancel`, { token });
    expect(answer.status).toBe(404);
  },
);

describe("a user who sends too many requests", () => {
  it.each(["withdraw", "create-portal-session", "refresh-account", "create-connect-account"])(
    "is told when to ask %s again, and nobody else is",
    async (path) => {
      const [eager, other] = [await register(app), await register(app)];
      const ask = ({ token }: Person) =>
        call("POST", `/api/stripe/${path}`, {
          token,
          json: path === "withdraw" ? { amount: 100 } : {},
        });
      for (let n = 0; n < costs.pay.user; n += 1) await app.deps.limits.take("pay:user", eager.id);
      const stopped = await ask(eager);
      expect([stopped.status, stopped.json.code]).toEqual([429, "rate_limited"]);
      expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ask(other)).status).not.toBe(429);
    },
  );
});

describe("a withdrawal that is not sent yet", () => {
  async function pending({ id }: Person, more: Record<string, unknown> = {}) {
    const row = {
      id: crypto.randomUUID(),
      user_id: id,
      amount_micros: 10_000,
      stripe_account_id: "acct_1",
      ...more,
    };
    await owner`insert into withdrawals ${owner(row)}`;
  }
  const readLine = async ({ token }: Person) =>
    (await call("GET", "/api/wallet/transactions", { token })).json.transactions[0];

  it.each([
    ["was requested just now", {}, true, "On its way to your bank"],
    [
      "waits for Stripe's balance",
      { attempt: 2 },
      true,
      "Waits for card payments to arrive at Stripe, then goes on by itself",
    ],
    [
      "is held by an operator",
      { held_at: new Date(), hold_reason: "odd" },
      true,
      "Fairclick looks at it before it is sent",
    ],
    ["is being sent", { sending_at: new Date() }, false, "On its way to your bank"],
  ])(
    "and %s says so, and whether it can be cancelled",
    async (_, more, cancellable, description) => {
      const person = await register(app);
      await pending(person, more);
      expect(await readLine(person)).toMatchObject({ status: "pending", cancellable, description });
    },
  );
});

describe("without keys", () => {
  it.each([
    ["create-checkout-session", { amount: 1_000 }],
    ["create-connect-account", {}],
    ["create-portal-session", {}],
    ["refresh-account", {}],
    ["withdraw", { amount: 1_000 }],
    ["checkout-session/cs_test_1/confirm", {}],
    ["webhook", {}],
  ])("%s answers that payments are not configured", async (path, json) => {
    const { token } = await register(withoutKeys);
    const answer = await withoutKeys.call("POST", `/api/stripe/${path}`, { token, json });
    expect(answer.status).toBe(503);
    expect(answer.json.error).toBe("Payments are not configured on this server.");
  });

  it("there is no publishable key", async () => {
    const answer = await withoutKeys.call("GET", "/api/stripe/config");
    expect(answer.json).toEqual({ publishableKey: null });
  });
});

let somebody: Promise<Person> | undefined;
function oneUser(): Promise<Person> {
  somebody ??= register(app);
  return somebody;
}
