import { defineJobChange } from "./define-job-change";

const shared =
  "Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change. Needs a token with the scope queues:write.";

export const parkJobsCommand = defineJobChange({
  usage: "park <jobs...>",
  summary: "move failed jobs out of their queue",
  about: `Parks failed jobs: moves them from their queue to the database, with all their data. A failed job of record-clicks blocks the judging of all later clicks until it is parked. A job is given as QUEUE/ID, as \`queues failed\` lists it. \`queues retry\` undoes it. ${shared}`,
  examples: [
    'queues park record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --reason "cannot be read"',
  ],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].jobs.park.$post({ param: { queue }, json }),
});

export const discardJobsCommand = defineJobChange({
  usage: "discard <jobs...>",
  summary: "discard failed or parked jobs",
  about: `Discards failed or parked jobs, given as QUEUE/ID. They stay in the database as discarded; \`queues retry\` undoes it. Clicks in discarded jobs are neither judged nor paid, so confirm their number with --clicks. ${shared}`,
  examples: [
    'queues discard send-withdrawal/01900000-0000-7000-8000-000000000001 --reason "sent by hand"',
    'queues discard record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --clicks 37 --reason "a test"',
  ],
  options: (command) =>
    command.option("--clicks <count>", "number of clicks in the jobs, or unknown"),
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].jobs.discard.$post({ param: { queue }, json }),
});

export const retryQueueCommand = defineJobChange({
  usage: "retry <jobs...>",
  summary: "retry failed jobs: all of a queue, or single ones",
  about: `Retries jobs: all failed jobs of a QUEUE, or single failed, parked or discarded jobs given as QUEUE/ID. Jobs are safe to run twice. ${shared}`,
  examples: [
    'queues retry send-withdrawal --reason "Stripe is back"',
    'queues retry record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --reason "upgraded"',
  ],
  sendAll: (client, queue, json) =>
    client.api.admin.queues[":queue"].retry.$post({ param: { queue }, json }),
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].jobs.retry.$post({ param: { queue }, json }),
});
