import type { FailedJob, Queue } from "@fairclick/core/schemas/admin-queues";
import type { FailedJob as Failed, QueueFigures } from "@fairclick/services/queue/operate-queues";

const moment = (ms: number) => new Date(ms).toISOString();

export function presentQueue({ oldestAt, ...queue }: QueueFigures): Queue {
  return { ...queue, oldestAt: oldestAt === null ? null : moment(oldestAt) };
}

export function presentFailedJob({ sentAt, failedAt, ...job }: Failed): FailedJob {
  return {
    ...job,
    sentAt: moment(sentAt),
    failedAt: failedAt === null ? null : moment(failedAt),
  };
}
