import { settlementWatermark } from "@fairclick/core/clicks/watermark";
import { readDatabaseTime } from "@fairclick/sql/db/database-clock";
import type { WorkerDeps } from "./define-job";

/**
 * The moment before which clicks may be judged, by Postgres' clock: a worker whose own clock is ahead
 * would judge before the window is over. The clock is read before the queue: what is recorded in
 * between only makes the result more careful.
 */
export async function readWatermark({ db, queue, config }: WorkerDeps): Promise<Date> {
  const now = await readDatabaseTime(db.sql);
  return settlementWatermark({
    now,
    windowSeconds: config.clickWindowSeconds,
    oldestUnrecordedAt: await queue.oldestUnrecordedAt(),
  });
}
