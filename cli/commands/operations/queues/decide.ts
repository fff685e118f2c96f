import type { Client } from "@fairclick/api/client";
import type { ChangeInput } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { defineActs } from "../../../define-acts";

const optionsInput = { jobs: z.array(z.string()), clicks: z.string().optional() };
const optionsSchema = z.object(optionsInput);

export const decideJobsCommand = defineActs({
  usage: "<jobs...>",
  summary: "retry, park or discard jobs",
  about:
    "A job is given as QUEUE/ID, as `queues failed` and `queues parked` list it. Needs a token with the scope queues:write.",
  examples: [
    'queues decide retry send-withdrawal --reason "Stripe is back"',
    'queues decide discard record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --clicks 37 --reason "a test"',
  ],
  options: (command) =>
    command.option("--clicks <count>", "number of clicks in the discarded jobs, or unknown"),
  optionsInput,
  acts: {
    retry: {
      about:
        "Retries all failed jobs of a QUEUE, or single failed, parked or discarded ones. Jobs are safe to run twice.",
      send: ({ api }, _, json, given) => {
        const { queue, ids } = readJobs(given);
        const route = api.admin.queues[":queue"];
        return ids.length === 0
          ? route.retry.$post({ param: { queue }, json })
          : route.jobs.retry.$post({ param: { queue }, json: { ...json, ids } });
      },
    },
    park: {
      about:
        "Moves failed jobs from their queue to the database, with all their data. A failed job of record-clicks blocks the judging of all later clicks until it is parked. retry undoes it.",
      send: (client, _, json, given) => changeJobs(client, "park", json, given),
    },
    discard: {
      about:
        "Failed or parked jobs stay in the database as discarded; retry undoes it. Clicks in discarded jobs are neither judged nor paid, so confirm their number with --clicks.",
      send: (client, _, json, given) => changeJobs(client, "discard", json, given),
    },
  },
});

function changeJobs(
  { api }: Client,
  act: "park" | "discard",
  json: ChangeInput,
  given: Record<string, unknown>,
) {
  const { queue, ids, clicks } = readJobs(given);
  if (ids.length === 0) throw new AppError("validation", "Give single jobs as QUEUE/ID.");
  return api.admin.queues[":queue"].jobs[act].$post({
    param: { queue },
    json: { ...json, ids, ...(clicks === undefined ? {} : { clicks }) },
  });
}

function readJobs(given: Record<string, unknown>) {
  const { jobs, clicks } = optionsSchema.parse(given);
  return { ...parseJobs(jobs), clicks };
}

/** Parses one QUEUE, or QUEUE/ID for jobs of one queue; an id may contain slashes. `ids` is empty for a whole queue. */
function parseJobs(jobs: readonly string[]): { queue: string; ids: string[] } {
  const named = jobs.map((job) => {
    const slash = job.indexOf("/");
    return slash === -1
      ? { queue: job, id: null }
      : { queue: job.slice(0, slash), id: job.slice(slash + 1) };
  });
  const [first] = named;
  if (!first || named.some(({ queue }) => queue !== first.queue)) {
    throw new AppError("validation", "Give jobs of one queue at a time.");
  }
  const ids = named.map(({ id }) => id).filter((id) => id !== null);
  if (ids.length !== named.length && named.length > 1) {
    throw new AppError("validation", "Give either one queue, or single jobs as QUEUE/ID.");
  }
  return { queue: first.queue, ids };
}
