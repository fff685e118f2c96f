import { hostname } from "node:os";
import { repeat, withTimeout } from "@fairclick/services/context";
import { recordHeartbeat, recordWorkerStop } from "@fairclick/sql/operations/status";
import type { Activity } from "./activity";
import type { WorkerDeps } from "./define-job";

const EVERY_MS = 10_000;
const RETRY_MS = 2_000;
const TIMEOUT_MS = 5_000;

/**
 * Records in Postgres every few seconds that this worker is alive, and when it last completed a
 * job. `stop` records a clean exit.
 */
export function startHeartbeat(
  { db, log }: Pick<WorkerDeps, "db" | "log">,
  { lastJobAt }: Pick<Activity, "lastJobAt">,
): { stop: () => Promise<void> } {
  const workerId = Bun.randomUUIDv7();
  const host = `${hostname()}:${process.pid}`;
  const beat = async () => {
    const last = lastJobAt();
    const sinceLastJobMs = last ? Date.now() - last.getTime() : null;
    await recordHeartbeat(db.sql, { workerId, host, sinceLastJobMs });
  };
  const beating = repeat(async () => {
    try {
      await withTimeout(beat(), TIMEOUT_MS, "Postgres");
      return EVERY_MS;
    } catch (error) {
      log.warn({ err: error }, "the heartbeat of this worker could not be recorded");
      return RETRY_MS;
    }
  });
  return {
    stop: async () => {
      await beating.stop();
      await withTimeout(recordWorkerStop(db.sql, workerId), TIMEOUT_MS, "Postgres").catch(
        (error: unknown) =>
          log.warn({ err: error }, "the stop of this worker could not be recorded"),
      );
    },
  };
}
