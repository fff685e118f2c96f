import { recordClicks } from "@fairclick/core/jobs";
import type { Logger } from "pino";
import { repeat } from "../repeat";
import type { Producers } from "./open-producers";
import type { QueueStore } from "./queue-store";

const EVERY_MS = 10_000;
/** From this share of `maxmemory` recorded clicks give way to new ones. */
const ENOUGH = 0.7;
const REMOVED_AT_ONCE = 500;

/** Forgets recorded jobs, the oldest first, until the store has room again or none is left. */
export async function trimRecorded(store: QueueStore, producers: Producers): Promise<void> {
  const queue = await producers.get(recordClicks.name);
  for (;;) {
    const health = await store.readHealth();
    if (health.store !== "redis" || health.usedShare === null || health.usedShare < ENOUGH) return;
    const removed = await queue.clean(0, REMOVED_AT_ONCE, "completed");
    if (removed.length === 0) return;
  }
}

/** Looks for room every 10 s. A store that is away is looked at again later. */
export function keepRoom(store: QueueStore, producers: Producers, log: Logger) {
  return repeat(async () => {
    await trimRecorded(store, producers).catch((error: unknown) => {
      log.warn({ err: error }, "the queue store's memory could not be read");
    });
    return EVERY_MS;
  });
}
