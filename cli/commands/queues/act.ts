import { defineChange } from "../../define-change";

export const drainQueueCommand = defineChange({
  usage: "drain <queue>",
  summary: "throw away what waits in a queue",
  about:
    "Throws away what waits in a queue, and what waits for its next try; what runs goes on, and what is scheduled comes again. Clicks cannot be thrown away: record-clicks is refused. Needs a token with the scope queues:write.",
  examples: ['queues drain verify-books --reason "piled up overnight" --dry-run'],
  send: (client, queue, json) =>
    client.api.admin.queues[":queue"].drain.$post({ param: { queue }, json }),
});
