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
  expect((await confirm(person, session)).json.launch).toMatchObject({
    campaignId: id,
    status: "AWAITING_FUNDS",
    launched: false,
    refusal: null,
  });
  await pay(session);
  const { status } = await readCampaign(person, id);
  expect(["ACTIVE", "SCHEDULED"]).toContain(status);
  expect((await confirm(person, session)).json.launch).toMatchObject({ launched: true, status });
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
    select status, launched_at, launch_refusal from deposits where checkout_session_id = ${session}`;
  expect(deposit).toEqual({ status: "completed", launchedAt: null, launchRefusal: reason });
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
