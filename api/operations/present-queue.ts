import type { FailedJob, ParkedJob, Queue } from "@fairclick/core/operations/work";
import type { FailedJob as Failed } from "@fairclick/services/queue/operate-queues";
import type { QueueFigures } from "@fairclick/services/queue/queue-store";
import type { ListedParkedJob } from "@fairclick/sql/clicks/pending-clicks";

const moment = (ms: number) => new Date(ms).toISOString();

const momentOrNull = (ms: number | null) => (ms === null ? null : moment(ms));

export function presentQueue({ oldestAt, oldestFailedAt, ...queue }: QueueFigures): Queue {
  return {
    ...queue,
    oldestAt: momentOrNull(oldestAt),
    oldestFailedAt: momentOrNull(oldestFailedAt),
  };
}

export function presentFailedJob({ sentAt, failedAt, ...job }: Failed): FailedJob {
  return {
    ...job,
    sentAt: moment(sentAt),
    failedAt: momentOrNull(failedAt),
  };
}

export function presentParkedJob({ jobId, sentAt, parkedAt, ...job }: ListedParkedJob): ParkedJob {
  return { ...job, id: jobId, sentAt: sentAt.toISOString(), parkedAt: parkedAt.toISOString() };
}
