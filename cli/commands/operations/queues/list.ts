import { queueSchema } from "@fairclick/core/operations/work";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { describeProblem } from "../../../output/describe-problem";
import { formatAge } from "../../../output/format";
import { printable } from "../../../output/printable";
import { toTable } from "../../../output/table";

export const listQueuesCommand = defineCommand({
  usage: "list",
  summary: "list the queues and their load",
  about:
    "Lists every queue: its waiting, running, delayed and failed jobs, the jobs done in the last full minute, and the age of the oldest job. Needs a token with the scope queues:read.",
  examples: ["queues list", "queues list --json | jq 'select(.failed > 0)'"],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(queueSchema),
  run: async (host, target) => {
    const { data, problems } = await openApi(host, target).call((client) =>
      client.api.admin.queues.$get(),
    );
    for (const problem of problems) {
      host.remark(`! ${problem.check}: ${printable(describeProblem(problem))}\n`);
    }
    return data;
  },
  text: (queues, paint) => {
    const rows = queues.map((queue) => [
      queue.name,
      String(queue.waiting),
      String(queue.active),
      String(queue.delayed),
      String(queue.failed),
      String(queue.donePerMinute),
      formatAge(queue.oldestAt, new Date()),
    ]);
    const headings = ["queue", "waiting", "running", "delayed", "failed", "done/min", "oldest"];
    const failed = queues.reduce((sum, queue) => sum + queue.failed, 0);
    const verdict =
      failed === 0
        ? paint.good("No jobs have failed.")
        : paint.warn(
            `Failed jobs: ${failed}. \`fairclick queues failed <queue>\` shows the reasons.`,
          );
    return [...toTable(headings, rows), "", verdict].join("\n");
  },
});
