import { defineChange } from "../../../define-change";

export const replayRecordedCommand = defineChange({
  usage: "replay-recorded",
  summary: "record clicks again after a restore of Postgres",
  about:
    "Records clicks again after Postgres was restored to an earlier time. Redis keeps the clicks of the last 15 minutes; no click is stored or paid twice. Stop the workers before the restore and start them after this command, because a running worker deletes older clicks from Redis. Refused if the queue is in Postgres: a restore covers both. Needs a token with the scope queues:write.",
  examples: ['queues replay-recorded --reason "restored to 12:00"'],
  send: (client, _subject, json) => client.api.admin.queues["replay-recorded"].$post({ json }),
});

export const drainQueueCommand = defineChange({
  usage: "drain <queue>",
  summary: "delete the waiting jobs of a queue",
  about:
    "Deletes the waiting and delayed jobs of a queue. Running jobs continue, and scheduled jobs come again. Refused for record-clicks, because clicks must not be lost. Needs a token with the scope queues:write.",
  examples: ['queues drain verify-books --reason "piled up overnight" --dry-run'],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].drain.$post({ param: { queue }, json }),
});
