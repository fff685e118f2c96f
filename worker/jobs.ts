import { countPackedClicks } from "@fairclick/core/clicks/click";
import { settlementWatermark } from "@fairclick/core/clicks/judge";
import * as contracts from "@fairclick/core/jobs";
import { isLocalAddress } from "@fairclick/core/web-addresses";
import { answerResetRequests } from "@fairclick/services/accounts/mail-tokens";
import { forgetPresences } from "@fairclick/services/accounts/presence";
import { finishDueRecoveries } from "@fairclick/services/accounts/recovery";
import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { deleteCovers, openCoverStore } from "@fairclick/services/campaigns/covers";
import { finishFindings } from "@fairclick/services/clicks/findings";
import { expireHeldClicks } from "@fairclick/services/clicks/held-clicks";
import { judgeAllLinks } from "@fairclick/services/clicks/judge-links";
import { moveClickDays } from "@fairclick/services/clicks/move-days";
import { payProvenClicks } from "@fairclick/services/clicks/pay-proven-clicks";
import {
  type ClickRecorder,
  createClickRecorder,
  parkUnreadableClicks,
  recordOrPark,
} from "@fairclick/services/clicks/record-clicks";
import { forgetClicks, maintainPartitions } from "@fairclick/services/clicks/retain";
import { BATCH_SIZE, LEAST_SHARDS, settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { judgeSuspects } from "@fairclick/services/clicks/suspects";
import type { Ctx } from "@fairclick/services/context";
import {
  countConversions,
  countPlayers,
  measureRules,
} from "@fairclick/services/conversions/conversions";
import { storeShippedTables, updateIpData } from "@fairclick/services/ip/update-ip-data";
import { proveBooks, reconcileStripe } from "@fairclick/services/money/ledger";
import { resumeWithdrawals } from "@fairclick/services/money/request-withdrawal";
import { sendRefund } from "@fairclick/services/money/reverse-deposit";
import { sendWithdrawal } from "@fairclick/services/money/send-withdrawal";
import { withPayments } from "@fairclick/services/money/stripe";
import {
  forgetStripeEvents,
  processStripeEvent,
  sweepPayments,
} from "@fairclick/services/money/stripe-events";
import { deliverMail } from "@fairclick/services/notices/deliver-mail";
import { deliverWebhooks } from "@fairclick/services/notices/deliver-webhooks";
import { forgetNotices, tellOfOpenGames } from "@fairclick/services/notices/notices";
import { reportSums } from "@fairclick/services/notices/webhooks";
import { advanceJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { countDue, type Shard } from "@fairclick/sql/clicks/settlement/batches";
import { readDatabaseTime } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { replaceBooksProof } from "@fairclick/sql/money/book-checks";
import { countWorkers } from "@fairclick/sql/operations/status";
import { z } from "zod";
import { defineJob, type Job, type WorkerDeps } from "./define-job";

/** How long the clicks of the first job that was taken wait for those of the others. */
const TAKE_MS = 20;

export const recordClicksJob = defineJob(contracts.recordClicks, {
  timeoutMs: 120_000,
  run: (ctx, { clicks }, deps) => getRecorder(ctx, deps).record(clicks),
  handleInvalid: async (ctx, delivery, { metrics }) => {
    await parkUnreadableClicks(ctx, delivery);
    metrics.clicksParked.inc(countPackedClicks(delivery.payload) ?? 1);
  },
});

const recorders = new WeakMap<WorkerDeps, ClickRecorder>();

function getRecorder(ctx: Ctx, deps: WorkerDeps): ClickRecorder {
  const { ipData, metrics } = deps;
  const known = recorders.get(deps);
  if (known) return known;
  const recorder = createClickRecorder(async (clicks) => {
    const startedAt = Date.now();
    const { parked } = await recordOrPark(ctx, clicks, await ipData.get());
    if (parked > 0) metrics.clicksParked.inc(parked);
    deps.tracing?.add("record-clicks", startedAt, clicks.filter(hasId));
  }, TAKE_MS);
  recorders.set(deps, recorder);
  return recorder;
}

function hasId(click: unknown): click is { id: string } {
  return idSchema.safeParse(click).success;
}
const idSchema = z.object({ id: z.uuid() });

/** Fewer clicks are settled in one batch: most of its cost does not depend on their number. */
const ONE_BATCH = 2_000;
const MOST_SHARDS = 64;

export const settleClicksJob = defineJob(contracts.settleClicks, {
  concurrency: LEAST_SHARDS,
  run: async (ctx, { part }, deps) => {
    const watermark = await readWatermark(deps);
    const own = part ?? (await divide(ctx, watermark));
    const { clickWindowSeconds: windowSeconds } = deps.config;
    const { finished, clicks, valid, paidMicros } = await settleClicks(ctx, {
      ...{ ...own, watermark, windowSeconds, batchSize: BATCH_SIZE },
      onSettled: deps.tracing?.addSettled,
    });
    if (clicks > 0) {
      deps.metrics.clicksJudged.inc({ paid: "yes" }, valid);
      deps.metrics.clicksJudged.inc({ paid: "no" }, clicks - valid);
      ctx.log.info({ clicks, valid, paidMicros: paidMicros.toString() }, "Settled clicks");
    }
    if (finished) await advanceJudgedUpTo(ctx.db.sql, { ...own, watermark });
  },
});

/** A shard for each living worker. Sends a job for each but the first, which it returns. */
async function divide(ctx: Ctx, watermark: Date): Promise<Shard> {
  if ((await countDue(ctx.db.sql, watermark, ONE_BATCH)) < ONE_BATCH)
    return { shard: 0, shards: 1 };
  const workers = await countWorkers(ctx.db.sql);
  const shards = Math.min(MOST_SHARDS, Math.max(LEAST_SHARDS, workers));
  for (let shard = 1; shard < shards; shard += 1) {
    const jobId = `${shard} of ${shards}`;
    await ctx.queue.send(contracts.settleClicks, { part: { shard, shards } }, { jobId });
  }
  return { shard: 0, shards };
}

/**
 * Returns the time before which clicks can be judged, by Postgres' clock: a worker with a clock that is
 * ahead would judge before the window ends. The clock is read before the queue: a click recorded in
 * between only makes the result earlier than necessary.
 */
async function readWatermark({ db, queue, config }: WorkerDeps): Promise<Date> {
  const now = await readDatabaseTime(db.sql);
  return settlementWatermark({
    now,
    windowSeconds: config.clickWindowSeconds,
    oldestUnrecordedAt: await queue.oldestUnrecordedAt(),
  });
}

export const expireHeldClicksJob = defineJob(contracts.expireHeldClicks, {
  run: async (ctx, _payload, { ipData, config }) => {
    const expired = await expireHeldClicks(ctx, {
      ipData: await ipData.get(),
      windowSeconds: config.clickWindowSeconds,
    });
    if (expired.judged > 0) ctx.log.info(expired, "Judged held clicks again");
  },
});

export const judgeLinksJob = defineJob(contracts.judgeLinks, { run: judgeAllLinks });
export const finishFindingsJob = defineJob(contracts.finishFindings, { run: finishFindings });

export const maintainPartitionsJob = defineJob(contracts.maintainPartitions, {
  run: (ctx) => maintainPartitions(ctx),
});

/** A run that takes longer is continued by the next one. */
const MOVE_MS = 50 * 60_000;

export const moveClicksJob = defineJob(contracts.moveClicks, {
  timeoutMs: MOVE_MS,
  run: async (ctx) => {
    const { waiting } = await moveClickDays(ctx);
    if (waiting) ctx.log.info(waiting, "The clicks of an old day stay in Postgres");
  },
});

export const countConversionsJob = defineJob(contracts.countConversions, {
  run: (ctx) => countConversions(ctx),
});

/** A run that takes longer is continued by the next one. */
const SUSPECTS_MS = 50 * 60_000;

export const judgeSuspectsJob = defineJob(contracts.judgeSuspects, {
  timeoutMs: SUSPECTS_MS,
  run: judgeSuspects,
});

export const measureRulesJob = defineJob(contracts.measureRules, { run: measureRules });

export const payProvenClicksJob = defineJob(contracts.payProvenClicks, {
  run: async (ctx) => {
    await countPlayers(ctx);
    const clicks = await payProvenClicks(ctx);
    if (clicks > 0) ctx.log.info({ clicks }, "Paid refused clicks whose players came back");
  },
});

/** A failed list is retried by the next job, others after this time. */
const DAY_MS = 23 * 3_600_000;

export const updateIpDataJob = defineJob(contracts.updateIpData, {
  run: async (ctx, _payload, { config }) => {
    if (config.ipDataUrl === null) return;
    await storeShippedTables(ctx);
    const reports = await updateIpData(ctx, { baseUrl: config.ipDataUrl, olderThanMs: DAY_MS });
    const problems = reports.filter(({ problem }) => problem !== null);
    if (problems.length > 0) ctx.log.warn({ problems }, "Some address lists could not be updated");
    else if (reports.length > 0) ctx.log.info({ lists: reports.length }, "Updated address lists");
  },
});

export const processStripeEventJob = defineJob(contracts.processStripeEvent, {
  concurrency: 4,
  run: (ctx, { eventId }, deps) => processStripeEvent(withPayments(ctx, deps), eventId),
});

export const sendWithdrawalJob = defineJob(contracts.sendWithdrawal, {
  concurrency: 4,
  run: (ctx, { withdrawalId }, deps) => sendWithdrawal(withPayments(ctx, deps), withdrawalId),
});

export const sendRefundJob = defineJob(contracts.sendRefund, {
  concurrency: 4,
  run: (ctx, { refundId }, deps) => sendRefund(withPayments(ctx, deps), refundId),
});

/** Without Stripe keys, open payments stay open. */
export const sweepPaymentsJob = defineJob(contracts.sweepPayments, {
  run: async (ctx, _payload, deps) => {
    if (!deps.stripe) return;
    await resumeWithdrawals(ctx, deps.config);
    await sweepPayments(withPayments(ctx, deps));
  },
});

export const releaseEscrowsJob = defineJob(contracts.releaseEscrows, {
  run: async (ctx, _payload, deps) => {
    const campaigns = await releaseEscrows(ctx, { watermark: await readWatermark(deps) });
    if (campaigns > 0) ctx.log.info({ campaigns }, "Released the escrow of ended campaigns");
  },
});

/** Sets the same alarm as the check of the books; does nothing without Stripe keys. */
export const reconcileStripeJob = defineJob(contracts.reconcileStripe, {
  timeoutMs: 4 * 60 * 60_000,
  run: async (ctx, _payload, deps) => {
    if (!deps.stripe) return;
    const { differences, unexplainedMicros } = await reconcileStripe(withPayments(ctx, deps));
    const unexplained = unexplainedMicros === 0n ? 0 : 1;
    const found = differences.length + unexplained;
    const checks = [{ name: "stripe_equals_clearing", differences: found }];
    await withTx(ctx.db, (tx) => replaceBooksProof(tx, { proof: "stripe", checks }));
    if (found === 0) return;
    const listed = differences.slice(0, 20).map(({ key, stripeMicros, booksMicros }) => ({
      key,
      stripeMicros: stripeMicros.toString(),
      booksMicros: booksMicros.toString(),
    }));
    const unexplainedText = unexplainedMicros.toString();
    ctx.log.error(
      { differences: listed, found, unexplainedMicros: unexplainedText },
      "Stripe's books and ours differ",
    );
  },
});

/** Every process shows the result from Postgres, so it does not matter which worker proved the books. */
export const verifyBooksJob = defineJob(contracts.verifyBooks, {
  timeoutMs: 4 * 60 * 60_000,
  run: async (ctx) => {
    const { checks } = await proveBooks(ctx);
    for (const { name, claim, differences } of checks) {
      if (differences.length > 0) {
        ctx.log.error({ check: name, claim, differences }, "The books are wrong");
      }
    }
    const results = checks.map(({ name, differences }) => ({
      name,
      differences: differences.length,
    }));
    await withTx(ctx.db, (tx) => replaceBooksProof(tx, { proof: "books", checks: results }));
  },
});

export const deliverMailJob = defineJob(contracts.deliverMail, {
  // A run that waits for a slow mail delays no other.
  concurrency: 3,
  run: (ctx, _, { mailer, config: { mail, appUrl } }) =>
    runEach([
      () => answerResetRequests(ctx),
      // Without a mail server nobody would get the link for a new password.
      async () => mail && finishDueRecoveries(ctx),
      () => tellOfOpenGames(ctx),
      () =>
        deliverMail({ ...ctx, mailer, appUrl, operatorAddresses: mail?.operatorAddresses ?? [] }),
    ]),
});

export const deliverWebhooksJob = defineJob(contracts.deliverWebhooks, {
  // A run that waits for a slow receiver delays no other.
  concurrency: 4,
  run: (ctx, _, { config }) => {
    const allowLocal = isLocalAddress(new URL(config.appUrl));
    return runEach([
      () => reportSums(ctx),
      () => deliverWebhooks({ ...ctx, sendOptions: { allowLocal } }),
    ]);
  },
});

/** Clicks come last: a day of them can take an hour. */
export const forgetJob = defineJob(contracts.forget, {
  timeoutMs: 4 * 60 * 60_000,
  run: (ctx, _payload, { config }) =>
    runEach([
      () => forgetPresences(ctx),
      () => forgetStripeEvents(ctx),
      () => forgetNotices(ctx),
      () => deleteCovers(ctx, openCoverStore(config)),
      () => forgetClicks(ctx),
    ]),
});

export const clickJobs: readonly Job[] = [recordClicksJob, settleClicksJob];

/** The jobs that a worker process runs; a job that is missing here never runs. */
export const workerJobs: readonly Job[] = [
  ...clickJobs,
  releaseEscrowsJob,
  expireHeldClicksJob,
  judgeLinksJob,
  finishFindingsJob,
  maintainPartitionsJob,
  moveClicksJob,
  verifyBooksJob,
  processStripeEventJob,
  sendWithdrawalJob,
  sendRefundJob,
  sweepPaymentsJob,
  reconcileStripeJob,
  countConversionsJob,
  payProvenClicksJob,
  judgeSuspectsJob,
  measureRulesJob,
  updateIpDataJob,
  deliverMailJob,
  deliverWebhooksJob,
  forgetJob,
];

/**
 * Runs the steps in turn: one that fails does not keep the others from running. Throws the error of
 * the step that failed, or all of them as an `AggregateError`.
 */
async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
}
