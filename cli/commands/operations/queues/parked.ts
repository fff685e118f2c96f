import { parkedJobSchema } from "@fairclick/core/operations/work";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listParkedJobsCommand = defineCommand({
  usage: "parked",
  summary: "list parked and discarded jobs",
  about:
    "Lists the jobs that a worker or an operator moved out of their queues, latest first: parked jobs wait for an operator, discarded jobs do not. With --json, each includes the beginning of its data. Needs a token with the scope queues:read.",
  examples: ["queues parked", "queues parked --json | jq -r .preview"],
  options: (command) =>
    apiOptions(command).option("--limit <count>", "maximum number of jobs, up to 1000", "50"),
  input: z.object({ ...targetInput, limit: z.string() }),
  output: z.array(parkedJobSchema),
  run: async (host, { limit, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.queues.parked.$get({ query: { limit } }),
    );
    return data;
  },
  text: (jobs, paint) => {
    if (jobs.length === 0) return paint.good("None found.");
    const rows = jobs.map((job) => [
      `${job.queue}/${job.id}`,
      job.state,
      formatMoment(job.parkedAt),
      job.clicks === null ? "?" : String(job.clicks),
      String(job.bytes),
      job.problem,
    ]);
    return toTable(["job", "state", "since", "clicks", "bytes", "problem"], rows).join("\n");
  },
});
