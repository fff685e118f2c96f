import { createTestApp, type TestApp } from "@fairclick/api/testing/test-app";
import { hashToken } from "@fairclick/services/accounts/token";
import type { Config } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import { createStripe, type PaymentsCtx, withPayments } from "@fairclick/services/money/stripe";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import {
  createStripeStandIn,
  type StandIn,
  type StandInOptions,
} from "@fairclick/stripe-stand-in/stand-in";
import type { WorkerDeps } from "@fairclick/worker/define-job";
import { processStripeEventJob, sendRefundJob, sendWithdrawalJob } from "@fairclick/worker/jobs";
import { createWorkerMetrics } from "@fairclick/worker/metrics";
import Stripe from "stripe";
import { afterAll } from "vitest";

export type StripeApp = TestApp & {
  standIn: StandIn;
  /** The context of verbs in a worker. */
  ctx: PaymentsCtx;
  workerDeps: WorkerDeps;
  /** Delivers Stripe's events and runs all open jobs until nothing is left to do. */
  settle: () => Promise<void>;
  /** Runs each open job in the database once. Returns the errors. */
  work: (deps?: WorkerDeps) => Promise<unknown[]>;
  /** A worker with an SDK that times out after 300 ms and does not retry. */
  impatient: WorkerDeps;
};

/** Payouts take days, so that none completes in the middle of a test. */
const DAY_MS = 86_400_000;

/** For tests that follow a refund to the cent: Stripe keeps nothing of it. */
export const withoutFee: Pick<StandInOptions, "fee"> = { fee: { basisPoints: 0, fixedCents: 0 } };

const webhookSecret = "whsec_platform";
const connectWebhookSecret = "whsec_connect";

/**
 * Runs the real application and worker jobs on a database of their own, connected to the stand-in
 * by the real SDK and by webhooks over HTTP. Withdrawals are sent without hold or review unless the
 * settings say otherwise. Call it at the top of a test file.
 */
export async function createStripeApp(
  settings: Partial<Config> = {},
  options: Pick<StandInOptions, "fee" | "clockOffsetMs"> = {},
): Promise<StripeApp> {
  const standIn = await createStripeStandIn({
    ...options,
    delays: { payoutSentMs: 3 * DAY_MS, payoutLandedMs: DAY_MS },
  });
  const stripeConfig = {
    secretKey: "sk_test_standin",
    publishableKey: "pk_test_standin",
    webhookSecret,
    connectWebhookSecret,
    apiUrl: standIn.url,
  };
  const app = await createTestApp({
    config: { ...instantPayouts, ...settings, stripe: stripeConfig },
    deps: (config) => ({ stripe: createStripe(config.stripe) }),
  });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
  });
  const url = `http://127.0.0.1:${server.port}/api/stripe/webhook`;
  await standIn.control("webhooks/endpoint", {
    url,
    secret: webhookSecret,
    connectSecret: connectWebhookSecret,
  });
  afterAll(async () => {
    await Promise.all([standIn.stop(), server.stop(true)]);
  });
  const { config, db, log, now, queue, stripe } = app.deps;
  const metrics = createWorkerMetrics();
  const workerDeps: WorkerDeps = {
    config,
    db,
    log,
    queue,
    metrics,
    now,
    stripe,
    mailer: null,
    ipData: followNoIpData,
  };
  const system: Ctx = { actor: { kind: "system", job: "test" }, db, log, now, queue };
  const work = (deps = workerDeps) => runOpenJobs(app, deps);
  const settle = async () => {
    for (let round = 0; round < 10; round += 1) {
      await standIn.control("clock/settle");
      const before = await countOpen(app);
      await work();
      await standIn.control("clock/settle");
      if (before === 0 && (await countOpen(app)) === 0) return;
    }
  };
  const ctx = withPayments(system, app.deps);
  const impatient = { ...workerDeps, stripe: createImpatientStripe(standIn) };
  const call = callWithProof(app);
  return { ...app, call, standIn, ctx, workerDeps, impatient, work, settle };
}

/** Proves the caller's identity where the API requires it, as the web app's dialog does. */
function callWithProof({ call, owner, clock }: TestApp): TestApp["call"] {
  return async (method, path, given = {}) => {
    const answer = await call(method, path, given);
    if (answer.json?.code !== "proof_required" || !given.token) return answer;
    await owner`update sessions set proved_at = ${clock.at}
      where token_hash = ${hashToken(given.token)}`;
    return call(method, path, given);
  };
}

function createImpatientStripe({ port }: StandIn): Stripe {
  return new Stripe("sk_test_standin", {
    host: "127.0.0.1",
    port,
    protocol: "http",
    timeout: 300,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

type Open = { kind: "event" | "withdrawal" | "refund"; id: string };

function listOpen({ db }: TestApp): Promise<Open[]> {
  return db.sql<Open[]>`
    select 'event' as kind, id from stripe_events where processed_at is null and parked_at is null
    union all
    select 'withdrawal', id::text from withdrawals
    where status = 'pending' or (status = 'completed' and payout_id is null)
    union all
    select 'refund', id::text from refunds where status = 'pending' and held_at is null`;
}

async function countOpen(app: TestApp): Promise<number> {
  return (await listOpen(app)).length;
}

async function runOpenJobs(app: TestApp, deps: WorkerDeps): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const { kind, id } of await listOpen(app)) {
    await runJob(deps, { kind, id }).catch((error: unknown) => errors.push(error));
  }
  return errors;
}

function runJob(deps: WorkerDeps, { kind, id }: Open): Promise<unknown> {
  switch (kind) {
    case "event":
      return processStripeEventJob.run(deps, { eventId: id });
    case "withdrawal":
      return sendWithdrawalJob.run(deps, { withdrawalId: id });
    case "refund":
      return sendRefundJob.run(deps, { refundId: id });
  }
}
