import { changeInputSchema } from "@fairclick/core/changes";
import {
  failedJobsQuerySchema,
  failedJobsResponseSchema,
  jobChangeInputSchema,
  parkedJobsResponseSchema,
  queueNameSchema,
  queuesResponseSchema,
} from "@fairclick/core/operations/work";
import { judgeVitals, toProblems } from "@fairclick/services/operations/vitals";
import {
  discardJobs,
  parkJobs,
  replayRecorded,
  retryFailedJobs,
  retryJobs,
} from "@fairclick/services/queue/operate-queues";
import { listParkedJobs } from "@fairclick/sql/clicks/pending-clicks";
import { z } from "zod";
import { ok } from "../respond";
import { changeResponses, jsonBody, jsonResponse, Router } from "../router";

const params = z.object({ queue: queueNameSchema });

const jobActs = { park: parkJobs, retry: retryJobs, discard: discardJobs };
const jobActParams = params.extend({ act: z.enum(["park", "retry", "discard"]) });

const change = {
  access: "operator:queues:write",
  responses: changeResponses,
} as const;

export const queueRoutes = new Router()
  .get("/", {
    access: "operator:queues:read",
    summary: "List all queues: waiting jobs, age of the oldest, and throughput",
    responses: { 200: jsonResponse(queuesResponseSchema, "The queues") },
    handle: async (c) => {
      const { queues, readVitals, config } = c.var.deps;
      const [listed, vitals] = await Promise.all([queues.list(), readVitals()]);
      const problems = toProblems(judgeVitals(vitals, config));
      return ok(c, { data: listed, problems });
    },
  })
  .get("/parked", {
    access: "operator:queues:read",
    summary: "List parked and discarded jobs, newest first",
    request: { query: failedJobsQuerySchema },
    responses: { 200: jsonResponse(parkedJobsResponseSchema, "The parked jobs") },
    handle: async (c) => {
      const jobs = await listParkedJobs(c.var.deps.db.sql, c.req.valid("query").limit);
      return ok(c, { data: jobs });
    },
  })
  .post("/replay-recorded", {
    ...change,
    request: jsonBody(changeInputSchema),
    summary: "Record recent clicks again after a restore of the database",
    handle: async (c) => {
      const data = await replayRecorded(c.var.ctx, c.var.deps.queues, c.req.valid("json"));
      return ok(c, { data });
    },
  })
  .post("/{queue}/jobs/{act}", {
    ...change,
    summary: "Park, retry or discard single jobs",
    description:
      "`park` removes jobs that do not run from the queue and keeps them. `retry` and `discard` take failed and parked jobs, `retry` also discarded ones.",
    request: { params: jobActParams, ...jsonBody(jobChangeInputSchema) },
    handle: async (c) => {
      const { queue, act } = c.req.valid("param");
      const input = { ...c.req.valid("json"), queue };
      return ok(c, { data: await jobActs[act](c.var.ctx, c.var.deps.queues, input) });
    },
  })
  .get("/{queue}/failed", {
    access: "operator:queues:read",
    summary: "List the failed jobs of a queue with their errors, newest first",
    request: { params, query: failedJobsQuerySchema },
    responses: { 200: jsonResponse(failedJobsResponseSchema, "The failed jobs") },
    handle: async (c) => {
      const { limit } = c.req.valid("query");
      const jobs = await c.var.deps.queues.listFailed(c.req.valid("param").queue, limit);
      return ok(c, { data: jobs });
    },
  })
  .post("/{queue}/retry", {
    ...change,
    summary: "Retry all failed jobs of a queue",
    request: { params, ...jsonBody(changeInputSchema) },
    handle: async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await retryFailedJobs(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  });
