import type { Job, WorkerDeps } from "./define-job";

/** Every job that a worker process runs; one that is not in this list is never run. */
const workerJobs: Job[] = [];

const STOP_TIMEOUT_MS = 20_000;

/** Starts one worker a job. The answer stops them all and waits for what they are doing. */
export function runJobs(deps: WorkerDeps): { stop: () => Promise<void> } {
  const workers = workerJobs.map(({ contract, concurrency, run }) =>
    deps.queue.work({ contract, concurrency, run: (data) => run(deps, data) }),
  );
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop(STOP_TIMEOUT_MS)));
    },
  };
}
