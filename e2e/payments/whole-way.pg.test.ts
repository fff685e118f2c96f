import { register } from "@fairclick/api/testing/people";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { processStripeEventJob, sendWithdrawalJob, sweepPaymentsJob } from "@fairclick/worker/jobs";
import { afterAll, expect, it, vi } from "vitest";
import { earn, expectProvenBooks, onboard, openCheckout, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, standIn } = app;
const queue = openQueue(app.deps.config, { log: app.deps.log, runsJobs: true });
const workers = [processStripeEventJob, sendWithdrawalJob, sweepPaymentsJob].map((job) =>
  queue.work({ ...job, run: (data) => job.run({ ...app.workerDeps, queue }, data) }),
);

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5_000)));
  await queue.close();
});

const soon = { timeout: 60_000, interval: 50 };

it("money comes in and goes out through webhooks, the queue and its workers", async () => {
  await standIn.control("webhooks/behave", { duplicate: 0.5, maxDelayMs: 50, seed: 3 });
  const person = await register(app);
  const session = await openCheckout(app, person, 5_000);
  await standIn.control("checkout/pay", { session });
  await vi.waitFor(
    async () => expect(await readCents(app, person)).toMatchObject({ wallet: 5_000 }),
    soon,
  );
  await onboard(app, person);
  await earn(app, person, 1_234);
  await withdraw(app, person, 1_234);
  await vi.waitFor(async () => {
    const { json } = await call("GET", "/api/wallet/transactions", { token: person.token });
    expect(json.transactions).toMatchObject([
      { type: "withdrawal", amount: -12.34, status: "completed", description: "Sent to your bank" },
      { type: "deposit", amount: 50, status: "completed", description: "Added to your wallet" },
      { type: "earnings", amount: 12.34, description: "1 click × $12.34 on “Obby”" },
    ]);
  }, soon);
  expect((await call("GET", "/api/wallet/summary", { token: person.token })).json).toMatchObject({
    walletBalance: 50,
    withdrawableBalance: 0,
    totalEarnings: 12.34,
    pendingPayouts: 0,
  });
  await expectProvenBooks(app);
});

it("an outage of Stripe is covered by the job's retries", async () => {
  const person = await register(app);
  const session = await openCheckout(app, person, 1_000);
  const shows = { kind: "error", status: 500 } as const;
  await standIn.control("faults/add", { call: "GET /v1/checkout/sessions/:id", times: 4, shows });
  await standIn.control("checkout/pay", { session });
  await vi.waitFor(
    async () => expect(await readCents(app, person)).toMatchObject({ wallet: 1_000 }),
    soon,
  );
});
