import type { JobContract } from "@fairclick/core/jobs";

export type SendOptions = {
  /** Two sends with the same id while the first is waiting or running are one job. */
  jobId?: string;
  delayMs?: number;
};

/** Hands a job to the queue and resolves when the queue's store has it; rejects when it has not. */
export type JobSender = {
  send: <Name extends string, Payload>(
    contract: JobContract<Name, Payload>,
    payload: Payload,
    options?: SendOptions,
  ) => Promise<void>;
};
