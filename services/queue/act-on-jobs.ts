import type { OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { recordClicks } from "@fairclick/core/jobs";
import type { JobChangeInput } from "@fairclick/core/operations/work";
import {
  deleteParkedJobs,
  insertParkedJobs,
  lockParkedJobs,
  type ParkedJob,
  type ParkedState,
} from "@fairclick/sql/clicks/pending-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../context";
import { makeChange } from "../operations/operators/make-change";
import type { FailedPayload, QueueOperations } from "./operate-queues";
import { toParkedJob } from "./parked-job";

type Input = JobChangeInput & { queue: string };

/** Moves failed jobs from their queue into the database. `retryJobs` undoes it. */
export async function parkJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ids, ...input }: Input,
): Promise<OperatorChange> {
  const failed = await queues.findFailed(queue, ids);
  const change = await makeChange(ctx, input, async (tx) => {
    requireAll(queue, { ids, found: failed.map(({ id }) => id) });
    const parked = toParked(ctx, { queue, failed, state: "parked" });
    return {
      action: "queue.park",
      subject: `queue:${queue}`,
      ...describe(parked, { before: "failed", after: "parked" }),
      apply: () => insertParkedJobs(tx, parked),
    };
  });
  // Only after the commit: a job must be in the database before it leaves its queue.
  if (change.applied) await queues.removeFailed(queue, ids);
  return change;
}

/** Retries failed jobs, and sends parked or discarded ones again. */
export async function retryJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ids, ...input }: Input,
): Promise<OperatorChange> {
  const failed = await queues.findFailed(queue, ids);
  const kept: ParkedJob[] = [];
  const change = await makeChange(ctx, input, async (tx) => {
    kept.push(...(await findOnlyKept(tx, { queue, ids, failed })));
    const jobs = [...toParked(ctx, { queue, failed, state: "parked" }), ...kept];
    return {
      action: "queue.retry",
      subject: `queue:${queue}`,
      ...describe(jobs, { before: describeStates(failed, kept), after: "waiting" }),
      apply: async () => {},
    };
  });
  if (!change.applied) return change;
  await queues.retryJobs(queue, ids);
  for (const { jobId, payload } of kept) {
    await queues.resend(queue, { id: jobId, payload: JSON.parse(payload) });
  }
  // Only after the send: a job that is in the queue twice is harmless, a lost one is not.
  await deleteParkedJobs(ctx.db.sql, { queue, jobIds: ids });
  return change;
}

/**
 * Discards failed or parked jobs. They stay in the database as discarded. Clicks in them are never
 * judged or paid, so their number must be confirmed.
 */
export async function discardJobs(
  ctx: Ctx,
  queues: QueueOperations,
  { queue, ids, clicks, ...input }: Input,
): Promise<OperatorChange> {
  const failed = await queues.findFailed(queue, ids);
  const change = await makeChange(ctx, input, async (tx) => {
    const kept = await findOnlyKept(tx, { queue, ids, failed });
    const jobs = [...toParked(ctx, { queue, failed, state: "discarded" }), ...kept];
    requireConfirmation(queue, { jobs, clicks });
    return {
      action: "queue.discard",
      subject: `queue:${queue}`,
      ...describe(jobs, { before: describeStates(failed, kept), after: "discarded" }),
      apply: () =>
        insertParkedJobs(
          tx,
          jobs.map((job) => ({ ...job, state: "discarded" as const })),
        ),
    };
  });
  if (change.applied) await queues.removeFailed(queue, ids);
  return change;
}

type Chosen = { queue: string; ids: readonly string[]; failed: FailedPayload[] };

/** Finds jobs that are only in the database. Throws `conflict` if a named job is neither there nor failed. */
async function findOnlyKept(tx: Tx, { queue, ids, failed }: Chosen): Promise<ParkedJob[]> {
  const stillFailed = new Set(failed.map(({ id }) => id));
  const kept = await lockParkedJobs(tx, { queue, jobIds: ids });
  requireAll(queue, { ids, found: [...stillFailed, ...kept.map(({ jobId }) => jobId)] });
  return kept.filter(({ jobId }) => !stillFailed.has(jobId));
}

function requireAll(queue: string, { ids, found }: { ids: readonly string[]; found: string[] }) {
  const missing = ids.filter((id) => !found.includes(id));
  if (missing.length === 0) return;
  throw new AppError("conflict", `No job ${missing.join(", ")} has failed in ${queue}.`);
}

type Confirmation = { jobs: ParkedJob[]; clicks: string | undefined };

function requireConfirmation(queue: string, { jobs, clicks }: Confirmation): void {
  if (queue !== recordClicks.name) return;
  const held = sumClicks(jobs);
  if (held === "0" || held === clicks) return;
  const number = held === "unknown" ? "an unknown number of" : held;
  throw new AppError(
    "conflict",
    `What is discarded holds ${number} clicks, which will be neither judged nor paid. Confirm it with --clicks ${held}.`,
  );
}

/** Clicks in the jobs; `unknown` if one of them cannot be read. */
function sumClicks(jobs: ParkedJob[]): string {
  const counts = jobs.map((job) => job.clicks);
  if (counts.includes(null)) return "unknown";
  return String(counts.reduce((sum: number, count) => sum + (count ?? 0), 0));
}

type Moved = { queue: string; failed: FailedPayload[]; state: ParkedState };

function toParked(ctx: Ctx, { queue, failed, state }: Moved): ParkedJob[] {
  return failed.map(({ id, payload, reason, sentAt }) =>
    toParkedJob({
      queue,
      jobId: id,
      payload,
      problem: reason,
      state,
      sentAt,
      parkedAt: ctx.now(),
    }),
  );
}

function describeStates(failed: FailedPayload[], kept: ParkedJob[]): string {
  const states = [...failed.map(() => "failed"), ...kept.map(({ state }) => state)];
  return [...new Set(states)].join(", ");
}

function describe(jobs: ParkedJob[], state: { before: string; after: string }) {
  const facts = {
    jobs: jobs.map(({ jobId }) => jobId).join(", "),
    ...(jobs.some(({ queue }) => queue === recordClicks.name) ? { clicks: sumClicks(jobs) } : {}),
  };
  return { before: { ...facts, state: state.before }, after: { ...facts, state: state.after } };
}
