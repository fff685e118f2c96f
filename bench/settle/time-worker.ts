import type { Click } from "@fairclick/core/clicks/click";
import { recordClicks as contract } from "@fairclick/core/jobs";
import { recordOrPark } from "@fairclick/services/clicks/record-clicks";
import { BATCH_SIZE, LEAST_SHARDS, settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db } from "@fairclick/sql/db/client";
import { pino } from "pino";

const CLICKS_PER_JOB = 500;

type Stores = { db: Db; databaseUrl: string; redisUrl: string };
export type WorkerTimes = { recordSeconds: number; settleSeconds: number };

/**
 * Measures how long one process takes from queued clicks to judged and paid ones. Throws if less
 * than 90 % of the clicks are valid.
 */
export async function timeWorker(stores: Stores, clicks: readonly Click[]): Promise<WorkerTimes> {
  const queue = openQueue(stores, { log: pino({ level: "warn" }), runsJobs: true });
  const ctx = systemCtx(stores.db);
  for (let start = 0; start < clicks.length; start += CLICKS_PER_JOB) {
    await queue.sendClicks(clicks.slice(start, start + CLICKS_PER_JOB));
  }
  let left = clicks.length;
  const recorded = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const worker = queue.work({
    contract,
    concurrency: 1,
    run: async (payload) => {
      const { recorded: count } = await recordOrPark(ctx, contract.schema.parse(payload).clicks);
      left -= count;
      if (left === 0) recorded.resolve();
    },
  });
  await recorded.promise;
  const recordedAt = performance.now();
  const settled = await Promise.all(
    Array.from({ length: LEAST_SHARDS }, (_, shard) =>
      settleClicks(ctx, {
        watermark: new Date(),
        windowSeconds: 60,
        shard,
        shards: LEAST_SHARDS,
        batchSize: BATCH_SIZE,
      }),
    ),
  );
  const settledAt = performance.now();
  const valid = settled.reduce((sum, shard) => sum + shard.valid, 0);
  if (valid < clicks.length * 0.9) {
    throw new Error(`${valid} of ${clicks.length} clicks were judged valid`);
  }
  await worker.stop(5_000);
  await queue.close();
  return {
    recordSeconds: (recordedAt - startedAt) / 1_000,
    settleSeconds: (settledAt - recordedAt) / 1_000,
  };
}
