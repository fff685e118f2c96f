import type { JobContract } from "@fairclick/core/jobs";
import type { Config } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import type { CountryFollower } from "@fairclick/services/geo/follow-countries";
import type { IpDataFollower } from "@fairclick/services/ip-data/follow-ip-data";
import type { JobQueue } from "@fairclick/services/queue/job-queue";
import type { Db } from "@fairclick/sql/client";
import { UnrecoverableError } from "bullmq";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { WorkerMetrics } from "./metrics";
import { isPermanent } from "./permanent-errors";

/** Everything that a worker process holds for as long as it lives. */
export type WorkerDeps = {
  config: Config;
  db: Db;
  log: Logger;
  queue: JobQueue;
  metrics: WorkerMetrics;
  now: () => Date;
  /** What is known of addresses. */
  ipData: IpDataFollower;
  /** Where addresses are. */
  countries: CountryFollower;
  /** Null when no keys are configured: jobs that need it then do nothing. */
  stripe: Stripe | null;
};

export type Job = {
  contract: JobContract;
  concurrency: number;
  run: (deps: WorkerDeps, data: unknown) => Promise<void>;
};

type Definition<Payload> = {
  /** How many of them one worker process runs side by side. Default 1. */
  concurrency?: number;
  run: (ctx: Ctx, payload: Payload, deps: WorkerDeps) => Promise<unknown>;
};

/**
 * A job of the worker: parses its payload, then calls one verb as the system. A payload that does
 * not parse, and an error that trying again cannot mend, make it fail for good at once.
 */
export function defineJob<Payload>(
  contract: JobContract<string, Payload>,
  { concurrency = 1, run }: Definition<Payload>,
): Job {
  return {
    contract,
    concurrency,
    run: async (deps, data) => {
      const payload = contract.schema.safeParse(data);
      if (!payload.success) {
        throw new UnrecoverableError(`The payload is not valid: ${payload.error.message}`);
      }
      try {
        await run(systemContext(contract.name, deps), payload.data, deps);
      } catch (error) {
        if (!isPermanent(error)) throw error;
        throw Object.assign(new UnrecoverableError(error.message), { cause: error });
      }
    },
  };
}

function systemContext(job: string, { db, log, queue, now }: WorkerDeps): Ctx {
  return { actor: { kind: "system", job }, db, now, log: log.child({ job }), jobs: queue };
}
