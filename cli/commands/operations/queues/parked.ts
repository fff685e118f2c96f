import { parkedJobSchema } from "@fairclick/core/operations/queues-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { sayMoment } from "../../../output/say";
import { toTable } from "../../../output/table";

export const listParkedJobsCommand = defineCommand({
  usage: "parked",
  summary: "list jobs that were taken out of their queues",
  about:
    "Lists jobs that a worker or an operator took out of their queues, the latest first: parked ones wait for a person, discarded ones were given up. With --json each comes with the beginning of what it carries. Needs a token with the scope queues:read.",
  examples: ["queues parked", "queues parked --json | jq -r .preview"],
  options: (command) =>
    apiOptions(command).option("--limit <count>", "how many, at most 1000", "50"),
  input: z.object({ ...targetInput, limit: z.string() }),
  output: z.array(parkedJobSchema),
  run: async (host, { limit, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.queues.parked.$get({ query: { limit } }),
    );
    return data;
  },
  text: (jobs, paint) => {
    if (jobs.length === 0) return paint.good("There are none.");
    const rows = jobs.map((job) => [
      `${job.queue}/${job.id}`,
      job.state,
      sayMoment(job.parkedAt),
      job.clicks === null ? "?" : String(job.clicks),
      String(job.bytes),
      job.problem,
    ]);
    return toTable(["job", "state", "since", "clicks", "bytes", "problem"], rows).join("\n");
  },
});
