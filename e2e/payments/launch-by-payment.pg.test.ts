import { campaignInput, type Person, register } from "@fairclick/api/testing/people";
import { fulfilDeposit } from "@fairclick/services/money/deposits";
import { retryOnce } from "@fairclick/sql/testing/retry-once";
import { afterEach, expect, it } from "vitest";
import { expectProvenBooks, openCheckout, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({ trustedHosts: ["www.roblox.com", "roblox.com"] });
const { call, owner, standIn, clock } = app;
const DAY_MS = 86_400_000;

afterEach(() => expectProvenBooks(app));

/** A developer without money, and a campaign of $15 that waits for funds. */
async function waiting(change: object = {}) {
  const person = await register(app);
  const json = campaignInput(app, { budget: 15, ...change });
  const saved = await call("POST", "/api/campaigns", { token: person.token, json });
  expect(saved.json.data.status, saved.text).toBe("AWAITING_FUNDS");
  return { person, id: saved.json.data._id as string };
}

async function pay(session: string) {
  await standIn.control("checkout/pay", { session });
  await app.settle();
}

const confirm = ({ token }: Person, session: string) =>
  call("POST", `/api/stripe/checkout-session/${session}/confirm`, { token });

const startPayment = ({ token }: Person, json: object) =>
  call("POST", "/api/stripe/create-checkout-session", { token, json });

async function readNotices({ id }: Person) {
  type Data = { outcome: string; status?: string; reason?: string };
  const rows = await owner<{ data: Data }[]>`
    select data from notices where user_id = ${id} and kind = 'campaign.paid' order by id`;
  return rows.map(({ data }) => [data.outcome, data.status ?? data.reason]);
}

async function readCampaign({ token }: Person, id: string) {
  return (await call("GET", `/api/campaigns/${id}`, { token })).json.data;
}

it("a payment launches its campaign by itself, and the success page names it", async () => {
  const { person, id } = await waiting();
  const session = await openCheckout(app, person, 1_500, id);
  expect((await confirm(person, session)).json.funding).toMatchObject({
    campaignId: id,
    status: "AWAITING_FUNDS",
    funded: false,
    refusal: null,
  });
  await pay(session);
  const { status } = await readCampaign(person, id);
  expect(["ACTIVE", "SCHEDULED"]).toContain(status);
  expect((await confirm(person, session)).json.funding).toMatchObject({ funded: true, status });
  expect((await readCents(app, person)).wallet).toBe(0);
  expect(await readNotices(person)).toEqual([["launched", status]]);
});

it("launches once, if events, success page, sweep and Fund race, and commits are aborted", async () => {
  const { person, id } = await waiting();
  const session = await openCheckout(app, person, 1_500, id);
  await standIn.control("checkout/pay", { session });
  await standIn.control("clock/settle");
  const aborted = { ...app.ctx, db: retryOnce(app.db) };
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      if (index % 4 === 0) return app.work();
      if (index % 4 === 1) return confirm(person, session);
      if (index % 4 === 2)
        return call("POST", `/api/campaigns/${id}/fund`, { token: person.token });
      return fulfilDeposit(aborted, session);
    }),
  );
  const posted = await owner`select from ledger_transactions where reference = ${`campaign:${id}`}`;
  expect(posted).toHaveLength(1);
  expect((await readCents(app, person)).wallet).toBe(0);
  expect((await readNotices(person)).map(([outcome]) => outcome)).toEqual(["launched"]);
});

it("waits for review with the budget reserved if the address must be looked at", async () => {
  const { person, id } = await waiting({ gameUrl: "https://unseen.example/game" });
  await pay(await openCheckout(app, person, 1_500, id));
  expect((await readCampaign(person, id)).status).toBe("IN_REVIEW");
  expect(await readNotices(person)).toEqual([["launched", "IN_REVIEW"]]);
});

it.each([
  [
    "the campaign was ended meanwhile",
    async (person: Person, id: string) => {
      const ended = await call("POST", `/api/campaigns/${id}/end`, { token: person.token });
      expect(ended.status).toBe(200);
    },
    "This campaign has ended",
  ],
  [
    "its dates passed",
    async (_: Person, id: string) => {
      const past = [
        new Date(clock.at.getTime() - 2 * DAY_MS),
        new Date(clock.at.getTime() - 1_000),
      ];
      await owner`update campaigns set starts_at = ${past[0] ?? null}, ends_at = ${past[1] ?? null}
        where id = ${id}`;
    },
    "This campaign has ended",
  ],
  [
    "an operator disabled it",
    async (_: Person, id: string) => {
      await owner`update campaigns set disabled_at = now(), disabled_reason = 'Against the rules'
        where id = ${id}`;
    },
    "This campaign has been disabled",
  ],
  [
    "it was paused by Fairclick",
    async (_: Person, id: string) => {
      await owner`update campaigns set forced_pause_at = now(), paused_at = now(),
        forced_pause_by = 'platform', forced_pause_reason = 'Your bank disputed a deposit.'
        where id = ${id}`;
    },
    "Fairclick paused it: Your bank disputed a deposit.",
  ],
  [
    "the developer was suspended",
    async ({ id }: Person) => {
      await owner`update users set suspended_at = now(), suspension_reason = 'a test'
        where id = ${id}`;
    },
    "Your account is suspended",
  ],
  [
    "its budget no longer fits",
    async (_: Person, id: string) => {
      await owner`update campaigns set budget_micros = budget_micros + 1500 where id = ${id}`;
    },
    "Your wallet is $0.0015 short of the budget",
  ],
])("keeps the money in the wallet and says why if %s", async (_, change, reason) => {
  const { person, id } = await waiting();
  const session = await openCheckout(app, person, 1_500, id);
  await change(person, id);
  await pay(session);
  expect((await readCents(app, person)).wallet).toBe(1_500);
  expect((await readNotices(person)).at(-1)).toEqual(["refused", reason]);
  const [deposit] = await owner`
    select status, funded_at, funding_refusal from deposits where checkout_session_id = ${session}`;
  expect(deposit).toEqual({ status: "completed", fundedAt: null, fundingRefusal: reason });
});

it("a second payment for a launched campaign stays in the wallet", async () => {
  const { person, id } = await waiting();
  const sessions = [
    await openCheckout(app, person, 1_500, id),
    await openCheckout(app, person, 1_500, id),
  ];
  for (const session of sessions) await standIn.control("checkout/pay", { session });
  await app.settle();
  expect((await readCents(app, person)).wallet).toBe(1_500);
  const outcomes = (await readNotices(person)).map(([outcome]) => outcome);
  expect(outcomes.toSorted()).toEqual(["launched", "refused"]);
});

it("refuses a payment for a campaign that it cannot launch: another's, too expensive, or live", async () => {
  const { person, id } = await waiting();
  const other = await register(app);
  const foreign = await startPayment(other, { amount: 1_500, campaignId: id });
  expect(foreign.status).toBe(403);
  expect((await startPayment(person, { amount: 1_500, campaignId: "1" })).status).toBe(422);
  const short = await startPayment(person, { amount: 1_499, campaignId: id });
  expect(short.json.message).toBe("This payment is $0.01 short of the budget.");
  const session = await openCheckout(app, person, 1_500, id);
  expect((await confirm(other, session)).status).toBe(404);
  await pay(session);
  const again = await startPayment(person, { amount: 1_500, campaignId: id });
  expect([again.status, again.json.message]).toEqual([
    409,
    "This campaign does not wait for funds any more.",
  ]);
});

it("refuses a repeated request that names another campaign", async () => {
  const { person, id } = await waiting();
  const requestId = crypto.randomUUID();
  expect((await startPayment(person, { amount: 1_500, campaignId: id, requestId })).status).toBe(
    200,
  );
  const other = await startPayment(person, { amount: 1_500, requestId });
  expect(other.json.message).toBe("This request was already made for another campaign.");
});

/** A live campaign with a budget of $15, its developer without money, and how to pay for more budget. */
async function live() {
  const { person, id } = await waiting();
  await pay(await openCheckout(app, person, 1_500, id));
  const open = async (cents: number, addedBudget: number) =>
    startPayment(person, { amount: cents, campaignId: id, addedBudget });
  const openPage = async (cents: number, addedBudget: number): Promise<string> => {
    const answer = await open(cents, addedBudget);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.id;
  };
  const budget = async () => (await readCampaign(person, id)).budget;
  return { person, id, open, openPage, budget };
}

const outcomes = async (person: Person) => (await readNotices(person)).slice(1);

it("a payment adds to the budget by itself, with what was in the wallet", async () => {
  const { person, id, openPage, budget } = await live();
  await pay(await openCheckout(app, person, 400));
  const session = await openPage(9_600, 100);
  expect((await confirm(person, session)).json.funding).toMatchObject({
    added: 100,
    funded: false,
  });
  await pay(session);
  expect(await budget()).toBe(115);
  expect((await readCents(app, person)).wallet).toBe(0);
  expect((await confirm(person, session)).json.funding).toMatchObject({
    ...{ campaignId: id, added: 100, funded: true, refusal: null },
  });
  expect(await outcomes(person)).toEqual([["added", undefined]]);
});

it("adds once, if events, success page and sweep race, and commits are aborted", async () => {
  const { person, openPage, budget } = await live();
  const session = await openPage(5_000, 50);
  await standIn.control("checkout/pay", { session });
  await standIn.control("clock/settle");
  const aborted = { ...app.ctx, db: retryOnce(app.db) };
  await Promise.all(
    Array.from({ length: 9 }, (_, index) => {
      if (index % 3 === 0) return app.work();
      return index % 3 === 1 ? confirm(person, session) : fulfilDeposit(aborted, session);
    }),
  );
  expect(await budget()).toBe(65);
  expect((await outcomes(person)).map(([outcome]) => outcome)).toEqual(["added"]);
});

it("of two payments for one addition, the second stays in the wallet if it alone is too small", async () => {
  const { person, openPage, budget } = await live();
  await pay(await openCheckout(app, person, 4_000));
  const sessions = [await openPage(1_000, 50), await openPage(1_000, 50)];
  for (const session of sessions) await standIn.control("checkout/pay", { session });
  await app.settle();
  expect(await budget()).toBe(65);
  expect((await readCents(app, person)).wallet).toBe(1_000);
  expect((await outcomes(person)).map(([outcome]) => outcome).toSorted()).toEqual([
    "added",
    "refused",
  ]);
});

it.each([
  [
    "ended meanwhile",
    async (person: Person, id: string) => {
      await call("POST", `/api/campaigns/${id}/end`, { token: person.token });
    },
    "This campaign has ended",
  ],
  [
    "has come to the largest budget meanwhile",
    async (_: Person, id: string) => {
      await owner`update campaigns set budget_micros = 999999000000 where id = ${id}`;
    },
    "A campaign's budget can be at most $999,999.00",
  ],
])(
  "a payment for a campaign that %s stays in the wallet, and says so",
  async (_, change, reason) => {
    const { person, id, openPage } = await live();
    const session = await openPage(5_000, 50);
    await change(person, id);
    await pay(session);
    expect((await readCents(app, person)).wallet).toBeGreaterThanOrEqual(5_000);
    expect((await outcomes(person)).at(-1)).toEqual(["refused", reason]);
    expect((await confirm(person, session)).json.funding).toMatchObject({
      ...{ added: 50, funded: false, refusal: reason },
    });
    await owner`update campaigns set budget_micros = 15000000 where id = ${id}`;
  },
);

async function chargeOf(session: string): Promise<string> {
  const paid = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = paid?.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("Not paid");
  return String(intent.latest_charge);
}

it.each(["refunds/create", "disputes/open"] as const)(
  "what %s takes after it raised a budget stops the campaign, and a lost dispute takes the budget",
  async (act) => {
    const { person, id, openPage, open } = await live();
    const session = await openPage(5_000, 50);
    await pay(session);
    const charge = await chargeOf(session);
    await standIn.control(act, { charge });
    await app.settle();
    expect((await readCampaign(person, id)).status).toBe("PAUSED");
    expect((await open(5_000, 50)).status).toBe(403);
    if (act === "refunds/create") return;
    const disputes = await app.deps.stripe?.disputes.list({ limit: 100 });
    const dispute = disputes?.data.find((each) => each.charge === charge)?.id ?? "";
    await standIn.control("disputes/close", { dispute, status: "lost" });
    await app.settle();
    expect((await readCampaign(person, id)).budgetRemaining).toBe(15);
    expect((await readCents(app, person)).wallet).toBe(0);
  },
);

it("refuses before the payment what it could not add", async () => {
  const { person, id, open } = await live();
  const refused = async (cents: number, dollars: number) => {
    const { status, json } = await open(cents, dollars);
    return [status, json.message];
  };
  expect(await refused(4_999, 50)).toEqual([409, "This payment is $0.01 short of the budget."]);
  expect(await refused(5_000, 999_990)).toEqual([
    422,
    "A campaign's budget can be at most $999,999.00",
  ]);
  expect((await refused(5_000, -50))[0]).toBe(422);
  const other = await register(app);
  const foreign = await startPayment(other, { amount: 5_000, campaignId: id, addedBudget: 50 });
  expect(foreign.status).toBe(403);
  const requestId = crypto.randomUUID();
  const first = { amount: 5_000, campaignId: id, addedBudget: 50, requestId };
  expect((await startPayment(person, first)).status).toBe(200);
  expect((await startPayment(person, { ...first, addedBudget: 40 })).status).toBe(409);
  const unfunded = await waiting();
  const early = await startPayment(unfunded.person, {
    ...{ amount: 5_000, campaignId: unfunded.id, addedBudget: 50 },
  });
  expect(early.json.message).toBe("This campaign waits for its first budget: fund it first");
});
