import { defineChange } from "../../../define-change";

export const replayRecordedCommand = defineChange({
  usage: "replay-recorded",
  summary: "have recorded clicks recorded again, after a restore",
  about:
    "After a restore of Postgres to an earlier moment: has the clicks recorded again that Redis still keeps, those of the last 15 minutes. Clicks that are stored are neither stored nor paid twice. Stop the workers before the restore and start them after this command: a worker forgets what is older. With the queue in Postgres a restore takes both back, and this is refused. Needs a token with the scope queues:write.",
  examples: ['queues replay-recorded --reason "restored to 12:00"'],
  send: (client, _subject, json) => client.api.admin.queues["replay-recorded"].$post({ json }),
});

export const drainQueueCommand = defineChange({
  usage: "drain <queue>",
  summary: "throw away what waits in a queue",
  about:
    "Throws away what waits in a queue, and what waits for its next try; what runs goes on, and what is scheduled comes again. Clicks cannot be thrown away: record-clicks is refused. Needs a token with the scope queues:write.",
  examples: ['queues drain verify-books --reason "piled up overnight" --dry-run'],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].drain.$post({ param: { queue }, json }),
});
