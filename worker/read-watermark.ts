import { settlementWatermark } from "@fairclick/core/clicks/watermark";
import type { WorkerDeps } from "./define-job";

/** The clock is read before the queue: what is recorded in between only makes the answer more careful. */
export async function readWatermark({ now, queue, config }: WorkerDeps): Promise<Date> {
  const at = now();
  return settlementWatermark({
    now: at,
    windowSeconds: config.clickWindowSeconds,
    oldestUnrecordedAt: await queue.oldestUnrecordedAt(),
  });
}
