import { settlementWatermark } from "@fairclick/core/clicks/judge";
import { readDatabaseTime } from "@fairclick/sql/db/secrets";
import type { WorkerDeps } from "./define-job";

/**
 * Returns the time before which clicks can be judged, by Postgres' clock: a worker with a clock that is
 * ahead would judge before the window ends. The clock is read before the queue: a click recorded in
 * between only makes the result earlier than necessary.
 */
export async function readWatermark({ db, queue, config }: WorkerDeps): Promise<Date> {
  const now = await readDatabaseTime(db.sql);
  return settlementWatermark({
    now,
    windowSeconds: config.clickWindowSeconds,
    oldestUnrecordedAt: await queue.oldestUnrecordedAt(),
  });
}
