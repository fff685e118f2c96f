import { register } from "@fairclick/api/testing/people";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { sweepPaymentsJob } from "@fairclick/worker/jobs";
import { expect, it } from "vitest";
import { earn, onboard, openCheckout, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { owner, standIn } = app;

/** Runs the sweep this many seconds in the future and returns the ids that it enqueues. */
async function sweptAfter(seconds: number): Promise<string[]> {
  const sent: string[] = [];
  await sweepPayments({
    ...app.ctx,
    now: () => new Date(app.clock.at.getTime() + seconds * 1_000),
    queue: {
      send: async ({ name }, payload) => {
        sent.push(`${name} ${Object.values(Object(payload)).join()}`);
      },
    },
  });
  return sent;
}

async function createCreator(cents: number) {
  const creator = await register(app, "creator");
  await onboard(app, creator);
  await earn(app, creator, cents);
  await app.settle();
  return creator;
}

it("sends a withdrawal again whose job was lost, and leaves a finished one alone", async () => {
  const creator = await createCreator(1_000);
  const requested = await withdraw(app, creator, 1_000);
  const id = requested.json.transaction._id.replace("withdrawal:", "");
  expect(await sweptAfter(30)).toEqual([]);
  expect(await sweptAfter(90)).toEqual([`send-withdrawal ${id}`]);
  await app.settle();
  expect(await sweptAfter(90)).toEqual([]);
});

it("does not enqueue a withdrawal that waits for Stripe's balance", async () => {
  const creator = await createCreator(1_000);
  const shows = { kind: "error", status: 400, code: "balance_insufficient" } as const;
  await standIn.control("faults/add", { call: "POST /v1/transfers", shows });
  await withdraw(app, creator, 1_000);
  await app.work();
  expect(await sweptAfter(59)).toEqual([]);
  expect(await sweptAfter(90)).toHaveLength(1);
  app.clock.at = new Date(app.clock.at.getTime() + 90_000);
  await app.settle();
  expect(await sweptAfter(90)).toEqual([]);
});

it("continues a withdrawal whose worker died", async () => {
  const creator = await createCreator(1_000);
  await withdraw(app, creator, 1_000);
  await owner`update withdrawals set sending_at = ${app.clock.at},
    retry_at = ${new Date(app.clock.at.getTime() + 300_000)} where status = 'pending'`;
  expect(await sweptAfter(290)).toEqual([]);
  expect(await app.work()).toEqual([]);
  expect(await readCents(app, creator)).toMatchObject({ inTransit: 1_000 });
  expect(await sweptAfter(301)).toHaveLength(1);
  app.clock.at = new Date(app.clock.at.getTime() + 301_000);
  await app.settle();
  expect(await readCents(app, creator)).toMatchObject({ inTransit: 0, earnings: 0 });
});

it("processes an event again whose job was lost", async () => {
  await openCheckout(app, await register(app), 1_000);
  const session = await openCheckout(app, await register(app), 1_000);
  await standIn.control("checkout/pay", { session });
  await standIn.control("clock/settle");
  const [event] = await owner<{ id: string }[]>`
    select id from stripe_events where type = 'checkout.session.completed' and processed_at is null`;
  expect(await sweptAfter(30)).not.toContain(`process-stripe-event ${event?.id}`);
  expect(await sweptAfter(90)).toContain(`process-stripe-event ${event?.id}`);
  await app.settle();
  expect(await sweptAfter(90)).toEqual([]);
});

it("closes a deposit unknown to Stripe, but not on the first day", async () => {
  const person = await register(app);
  const session = await openCheckout(app, person, 1_000);
  await owner`update deposits set checkout_session_id = 'cs_test_ofOtherKeys'
    where checkout_session_id = ${session}`;
  const status = async () => {
    const [row] = await owner<{ status: string }[]>`
      select status from deposits where user_id = ${person.id}`;
    return row?.status;
  };
  await sweptAfter(3_600);
  expect(await status()).toBe("pending");
  await sweptAfter(26 * 3_600);
  expect(await status()).toBe("failed");
});

it("finds a payout that failed without a webhook", async () => {
  const creator = await createCreator(1_000);
  await withdraw(app, creator, 1_000);
  await app.settle();
  const [row] = await owner<{ payout: string }[]>`
    select payout_id as payout from withdrawals where user_id = ${creator.id}`;
  await standIn.control("webhooks/behave", { lose: 1 });
  await standIn.control("payouts/fail", { payout: row?.payout ?? "" });
  await sweptAfter(23 * 3_600);
  expect(await readCents(app, creator)).toMatchObject({ earnings: 0 });
  await sweptAfter(25 * 3_600);
  expect(await readCents(app, creator)).toMatchObject({ earnings: 1_000 });
  await standIn.control("webhooks/behave", { lose: 0 });
});

it("does nothing without keys", async () => {
  await expect(
    sweepPaymentsJob.run({ ...app.workerDeps, stripe: null }, {}),
  ).resolves.toBeUndefined();
});
