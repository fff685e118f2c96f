import { AppError, type ErrorCode } from "@fairclick/core/errors";
import type { JobContract } from "@fairclick/core/jobs";
import type { Config } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import type { IpDataFollower } from "@fairclick/services/ip/ip-data";
import type { Mailer } from "@fairclick/services/notices/deliver-mail";
import type { DeliveredJob, JobQueue } from "@fairclick/services/queue/jobs";
import type { Tracing } from "@fairclick/services/tracing";
import type { Db } from "@fairclick/sql/db/client";
import { UnrecoverableError } from "bullmq";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { z } from "zod";
import type { WorkerMetrics } from "./metrics";

export type WorkerDeps = {
  config: Config;
  db: Db;
  log: Logger;
  queue: JobQueue;
  metrics: WorkerMetrics;
  now: () => Date;
  ipData: IpDataFollower;
  /** Null without Stripe keys: jobs that need it then do nothing. */
  stripe: Stripe | null;
  /** Null without a mail server. */
  mailer: Mailer | null;
  /** Only of a process that traces clicks. */
  tracing?: Tracing | null;
};

export type Job = {
  contract: JobContract;
  concurrency: number;
  timeoutMs: number | undefined;
  run: (deps: WorkerDeps, data: unknown, job?: DeliveredJob) => Promise<void>;
};

type Definition<Payload> = {
  /** Jobs that one worker process runs concurrently. Default 1. */
  concurrency?: number;
  /** Max duration of a run, as in `JobRunner`. */
  timeoutMs?: number;
  run: (ctx: Ctx, payload: Payload, deps: WorkerDeps) => Promise<unknown>;
  /** Handles a payload that does not parse. Default: the job fails for good. */
  handleInvalid?: (ctx: Ctx, delivery: InvalidDelivery, deps: WorkerDeps) => Promise<unknown>;
};

type InvalidDelivery = { payload: unknown; problem: string; job: DeliveredJob };

/**
 * Defines a job: parses the payload, then calls one service as the system. An invalid payload, and
 * an error that a retry cannot fix, fail the job for good.
 */
export function defineJob<Payload>(
  contract: JobContract<string, Payload>,
  { concurrency = 1, timeoutMs, run, handleInvalid = failForGood }: Definition<Payload>,
): Job {
  return {
    contract,
    concurrency,
    timeoutMs,
    run: async (deps, data, job = { id: "unknown", sentAt: new Date(), attempt: 1 }) => {
      const ctx = systemContext(contract.name, deps);
      const payload = contract.schema.safeParse(data);
      if (!payload.success) {
        const problem = `The payload is not valid: ${describeIssues(payload.error)}`;
        await handleInvalid(ctx, { payload: data, problem, job }, deps);
        return;
      }
      try {
        await run(ctx, payload.data, deps);
      } catch (error) {
        // Unknown errors may be temporary.
        if (!(error instanceof AppError) || outcomes[error.code] !== "fail") throw error;
        throw Object.assign(new UnrecoverableError(error.message), { cause: error });
      }
    },
  };
}

async function failForGood(_ctx: Ctx, { problem }: InvalidDelivery): Promise<never> {
  throw new UnrecoverableError(problem);
}

/** On one line: `version: expected 1; rows: expected array`. */
function describeIssues({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
}

function systemContext(job: string, { db, log, queue, now }: WorkerDeps): Ctx {
  return { actor: { kind: "system", job }, db, now, log: log.child({ job }), queue };
}

const outcomes: Record<ErrorCode, "retry" | "fail"> = {
  malformed: "fail",
  validation: "fail",
  too_large: "fail",
  too_many_clicks: "fail",
  unauthenticated: "fail",
  forbidden: "fail",
  account_suspended: "fail",
  proof_required: "fail",
  terms_required: "fail",
  guardian_required: "fail",
  payouts_not_verified: "fail",
  own_campaign: "fail",
  not_wanted: "fail",
  not_found: "fail",
  link_disabled: "fail",
  email_taken: "fail",
  username_taken: "fail",
  already_joined: "fail",
  campaign_not_joinable: "fail",
  withdrawal_pending: "fail",
  insufficient_funds: "fail",
  conflict: "retry",
  rate_limited: "retry",
  unavailable: "retry",
  internal: "retry",
};
