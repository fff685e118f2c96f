import type { Config } from "../../config";
import type { Ctx } from "../../context";
import type { JobQueue } from "../../queue/job-queue";
import { checkParts } from "./check-parts";
import type { Vitals, VitalsReader } from "./read-vitals";
import { describeProblems, type Readiness } from "./readiness";

/** How long a worker may complete no job while jobs wait. */
const STUCK_MS = 120_000;

type Deps = Pick<Ctx, "db"> & {
  config: Pick<Config, "clickWindowSeconds">;
  queue: Pick<JobQueue, "checkHealth">;
  readVitals: VitalsReader;
  /** When this worker last completed a job, or when it started if it has completed none. */
  lastActiveAt: () => Date;
};

/** Whether a worker is ready: the stores respond, and it is not stuck while jobs wait. */
export async function checkWorkerReadiness(deps: Deps): Promise<Readiness> {
  const [{ parts, behind, warnings }, vitals] = await Promise.all([
    checkParts(deps),
    deps.readVitals(),
  ]);
  const stuck = describeStuck(vitals, deps.lastActiveAt());
  const problems = describeProblems(vitals, deps.config.clickWindowSeconds);
  return {
    ready: parts.database.ok && parts.queue.ok && !behind && stuck === null,
    parts,
    warnings: [...warnings, ...(stuck ? [stuck] : []), ...problems],
  };
}

function describeStuck({ queues }: Vitals, lastActiveAt: Date): string | null {
  const before = Date.now() - STUCK_MS;
  if (lastActiveAt.getTime() > before) return null;
  const waits = queues?.some(({ oldestAt }) => oldestAt !== null && oldestAt < before);
  return waits
    ? `worker: it has completed no job since ${lastActiveAt.toISOString()}, and jobs wait`
    : null;
}
