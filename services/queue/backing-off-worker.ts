import { type IQueueBackend, type Job, type JobProgress, Worker } from "bullmq";

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Waits before it requests the next job if the store refused the last request: 100 ms, doubled per
 * refusal, at most 5 s. BullMQ itself only waits after a refused connection; a store that responds
 * with errors (a full Redis, a full disk) it would query without end.
 */
export class BackingOffWorker<Backend extends IQueueBackend, Connection> extends Worker<
  unknown,
  void,
  string,
  Backend,
  JobProgress,
  Connection
> {
  #refusals = 0;

  protected override async moveToActive(
    token: string,
    name?: string,
  ): Promise<Job<unknown, void, string>> {
    try {
      const job = await super.moveToActive(token, name);
      this.#refusals = 0;
      return job;
    } catch (error) {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#refusals, MAX_PAUSE_MS);
      this.#refusals += 1;
      await this.#pause(pauseMs);
      throw error;
    }
  }

  /** Ends early when the worker is closed. */
  #pause(pauseMs: number): Promise<void> {
    if (this.closing) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.off("closing", end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs);
      this.on("closing", end);
    });
  }
}
