import { failedJobSchema } from "@fairclick/core/operations/work";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listFailedJobsCommand = defineCommand({
  usage: "failed <queue>",
  summary: "list the failed jobs of a queue",
  about:
    "Lists the failed jobs of a queue, latest first, each with its reason. Needs a token with the scope queues:read.",
  examples: [
    "queues failed send-withdrawal",
    "queues failed process-stripe-event --json | jq -r .reason | sort | uniq -c",
  ],
  options: (command) =>
    apiOptions(command).option("--limit <count>", "maximum number of jobs, up to 1000", "50"),
  input: z.object({ ...targetInput, queue: z.string(), limit: z.string() }),
  output: z.array(failedJobSchema),
  run: async (host, { queue, limit, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.queues[":queue"].failed.$get({ param: { queue }, query: { limit } }),
    );
    return data;
  },
  text: (jobs, paint) => {
    if (jobs.length === 0) return paint.good("None found.");
    const rows = jobs.map((job) => [
      job.id,
      formatMoment(job.sentAt),
      formatMoment(job.failedAt),
      String(job.attempts),
      job.reason,
    ]);
    return toTable(["job", "sent", "failed", "attempts", "reason"], rows).join("\n");
  },
});
