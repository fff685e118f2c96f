import { defineJobChange } from "./define-job-change";

const shared =
  "Shows what will change and asks first; --yes answers in advance, --dry-run only shows. Needs a token with the scope queues:write.";

export const parkJobsCommand = defineJobChange({
  usage: "park <jobs...>",
  summary: "take failed jobs out of their queue and keep them",
  about: `Takes failed jobs out of their queue and keeps them whole in the database, where nothing waits for them: a failed job of record-clicks holds back the judging of all later clicks. Jobs are named QUEUE/ID, as \`queues failed\` lists them. \`queues retry\` undoes it. ${shared}`,
  examples: [
    'queues park record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --reason "cannot be read"',
  ],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].jobs.park.$post({ param: { queue }, json }),
});

export const discardJobsCommand = defineJobChange({
  usage: "discard <jobs...>",
  summary: "give failed or parked jobs up",
  about: `Gives failed or parked jobs up, named QUEUE/ID. They stay in the database as discarded, and \`queues retry\` undoes it. Clicks in discarded jobs are neither judged nor paid: their number is confirmed with --clicks. ${shared}`,
  examples: [
    'queues discard send-withdrawal/01900000-0000-7000-8000-000000000001 --reason "sent by hand"',
    'queues discard record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --clicks 37 --reason "a test"',
  ],
  options: (command) =>
    command.option("--clicks <count>", "how many clicks are given up, or unknown"),
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].jobs.discard.$post({ param: { queue }, json }),
});

export const retryQueueCommand = defineJobChange({
  usage: "retry <jobs...>",
  summary: "have failed jobs tried again, all of a queue or single ones",
  about: `Has jobs tried again: every job of a QUEUE that was given up before now, or single ones by QUEUE/ID, also parked and discarded ones. Jobs are safe to run twice. ${shared}`,
  examples: [
    'queues retry send-withdrawal --reason "Stripe is back"',
    'queues retry record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --reason "upgraded"',
  ],
  sendAll: (client, queue, json) =>
    client.api.admin.queues[":queue"].retry.$post({ param: { queue }, json }),
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].jobs.retry.$post({ param: { queue }, json }),
});
