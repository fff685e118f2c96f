import { changeInputSchema } from "@fairclick/core/changes";
import {
  type FailedJob,
  failedJobsQuerySchema,
  failedJobsResponseSchema,
  jobChangeInputSchema,
  type ParkedJob,
  parkedJobsResponseSchema,
  type Queue,
  queueNameSchema,
  queuesResponseSchema,
} from "@fairclick/core/operations/work";
import { judgeVitals, toProblems } from "@fairclick/services/operations/vitals";
import {
  discardJobs,
  drainQueue,
  type FailedJob as Failed,
  parkJobs,
  replayRecorded,
  retryFailedJobs,
  retryJobs,
} from "@fairclick/services/queue/operate-queues";
import type { QueueFigures } from "@fairclick/services/queue/queue-store";
import { type ListedParkedJob, listParkedJobs } from "@fairclick/sql/clicks/pending-clicks";
import { z } from "zod";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ queue: queueNameSchema });

const change = {
  method: "post",
  access: "operator:queues:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

const jobChange = { ...change, request: { params, ...jsonBody(jobChangeInputSchema) } } as const;

export const queueRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:queues:read",
      summary: "List all queues: waiting jobs, age of the oldest, and throughput",
      responses: { 200: jsonResponse(queuesResponseSchema, "The queues") },
    }),
    async (c) => {
      const { queues, readVitals, config } = c.var.deps;
      const [listed, vitals] = await Promise.all([queues.list(), readVitals()]);
      const problems = toProblems(judgeVitals(vitals, config));
      return ok(c, { data: listed.map(presentQueue), problems });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/parked",
      access: "operator:queues:read",
      summary: "List parked and discarded jobs, newest first",
      request: { query: failedJobsQuerySchema },
      responses: { 200: jsonResponse(parkedJobsResponseSchema, "The parked jobs") },
    }),
    async (c) => {
      const jobs = await listParkedJobs(c.var.deps.db.sql, c.req.valid("query").limit);
      return ok(c, { data: jobs.map(presentParkedJob) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      request: jsonBody(changeInputSchema),
      path: "/replay-recorded",
      summary: "Record recent clicks again after a restore of the database",
    }),
    async (c) => {
      const data = await replayRecorded(c.var.ctx, c.var.deps.queues, c.req.valid("json"));
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...jobChange,
      path: "/{queue}/jobs/park",
      summary: "Park failed jobs: remove them from the queue and keep them",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await parkJobs(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...jobChange,
      path: "/{queue}/jobs/retry",
      summary: "Retry single jobs: failed, parked or discarded",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await retryJobs(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...jobChange,
      path: "/{queue}/jobs/discard",
      summary: "Discard failed or parked jobs",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await discardJobs(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{queue}/failed",
      access: "operator:queues:read",
      summary: "List the failed jobs of a queue with their errors, newest first",
      request: { params, query: failedJobsQuerySchema },
      responses: { 200: jsonResponse(failedJobsResponseSchema, "The failed jobs") },
    }),
    async (c) => {
      const { limit } = c.req.valid("query");
      const jobs = await c.var.deps.queues.listFailed(c.req.valid("param").queue, limit);
      return ok(c, { data: jobs.map(presentFailedJob) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{queue}/retry",
      summary: "Retry all failed jobs of a queue",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await retryFailedJobs(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{queue}/drain",
      summary: "Delete all waiting jobs of a queue",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await drainQueue(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  );

const moment = (ms: number) => new Date(ms).toISOString();

const momentOrNull = (ms: number | null) => (ms === null ? null : moment(ms));

function presentQueue({ oldestAt, oldestFailedAt, ...queue }: QueueFigures): Queue {
  return {
    ...queue,
    oldestAt: momentOrNull(oldestAt),
    oldestFailedAt: momentOrNull(oldestFailedAt),
  };
}

function presentFailedJob({ sentAt, failedAt, ...job }: Failed): FailedJob {
  return {
    ...job,
    sentAt: moment(sentAt),
    failedAt: momentOrNull(failedAt),
  };
}

function presentParkedJob({ jobId, sentAt, parkedAt, ...job }: ListedParkedJob): ParkedJob {
  return { ...job, id: jobId, sentAt: sentAt.toISOString(), parkedAt: parkedAt.toISOString() };
}
