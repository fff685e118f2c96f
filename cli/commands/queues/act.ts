import { defineChange } from "../../define-change";

const scope = "Needs a token with the scope queues:write.";

export const retryQueueCommand = defineChange({
  usage: "retry <queue>",
  summary: "have everything tried again that failed in a queue",
  about: `Has every job of a queue tried again, once, that was given up before now. Jobs are safe to run twice. ${scope}`,
  examples: ['queues retry send-withdrawal --reason "Stripe is back"'],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].retry.$post({ param: { queue }, json }),
});

export const drainQueueCommand = defineChange({
  usage: "drain <queue>",
  summary: "throw away what waits in a queue",
  about: `Throws away what waits in a queue, and what waits for its next try; what runs goes on, and what is scheduled comes again. Clicks cannot be thrown away: record-clicks is refused. ${scope}`,
  examples: ['queues drain verify-books --reason "piled up overnight" --dry-run'],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].drain.$post({ param: { queue }, json }),
});
