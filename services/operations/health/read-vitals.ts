import { type ClockDifference, measureClockDifference } from "@fairclick/sql/db/secrets";
import { type DatabaseVitals, readDatabaseVitals } from "@fairclick/sql/operations/status";
import type { Ctx } from "../../context";
import type { JobQueue } from "../../queue/job-queue";
import type { QueueFigures } from "../../queue/queue-store";
import type { StoreHealth } from "../../queue/store-health";
import { withTimeout } from "../../with-timeout";

const TIMEOUT_MS = 3_000;
/** The stores are queried at most once in this time, however often probes and metrics are read. */
const MAX_AGE_MS = 5_000;

/** Figures of the marketplace; null if the store did not respond. */
export type Vitals = {
  database: DatabaseVitals | null;
  clock: ClockDifference | null;
  queues: QueueFigures[] | null;
  store: StoreHealth | null;
};

type Deps = Pick<Ctx, "db"> & { queue: Pick<JobQueue, "listFigures" | "checkHealth"> };

export type VitalsReader = () => Promise<Vitals>;

/** All callers within `MAX_AGE_MS` share one reading. */
export function createVitalsReader(deps: Deps, maxAgeMs = MAX_AGE_MS): VitalsReader {
  let last: { at: number; reading: Promise<Vitals> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > maxAgeMs) last = { at: now, reading: readVitals(deps) };
    return last.reading;
  };
}

/** Reads the stores now. */
export async function readVitals({ db, queue }: Deps): Promise<Vitals> {
  const [database, clock, queues, health] = await Promise.all([
    orNull(() => readDatabaseVitals(db.sql)),
    orNull(() => measureClockDifference(db.sql)),
    orNull(() => queue.listFigures()),
    queue.checkHealth(),
  ]);
  return { database, clock, queues, store: health.reachable ? health.store : null };
}

/** Returns null on failure; readiness reports what is unavailable and why. */
async function orNull<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await withTimeout(read(), TIMEOUT_MS, "The store");
  } catch {
    return null;
  }
}
