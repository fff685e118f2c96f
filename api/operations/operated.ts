import { changeInputSchema } from "@fairclick/core/changes";
import {
  operatorResponseSchema,
  operatorTokensResponseSchema,
  revokeOperatorInputSchema,
} from "@fairclick/core/operations/operators";
import {
  auditLog,
  failedJobsQuerySchema,
  failedJobsResponseSchema,
  jobChangeInputSchema,
  parkedJobsResponseSchema,
  queueNameSchema,
  queuesResponseSchema,
  todoResponseSchema,
} from "@fairclick/core/operations/work";
import { mapPage } from "@fairclick/services/context";
import {
  describeOperator,
  listAudit,
  listTokens,
  revokeTokens,
  signOutOperator,
} from "@fairclick/services/operations/operators";
import { listTodo } from "@fairclick/services/operations/todo";
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
import { requestToken } from "../middleware";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { changeResponses, jsonBody, jsonResponse, Router } from "../router";

const nameParams = z.object({ name: z.string().max(64) });

export const operatorTokenRoutes = new Router()
  .get("/", {
    access: "operator:operators:read",
    summary: "List the operators' valid tokens, by name",
    responses: { 200: jsonResponse(operatorTokensResponseSchema, "The tokens") },
    handle: async (c) => ok(c, { data: await listTokens(c.var.ctx) }),
  })
  .post("/{name}/revoke", {
    access: "operator:operators:revoke",
    summary: "Revoke an operator's tokens, or one of them",
    request: { params: nameParams, ...jsonBody(revokeOperatorInputSchema) },
    responses: changeResponses,
    handle: async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await revokeTokens(c.var.ctx, input) });
    },
  });

export const operatorRoutes = new Router()
  .get("/", {
    access: "operator",
    summary: "Get the operator of this token and the token's scopes",
    responses: { 200: jsonResponse(operatorResponseSchema, "The operator") },
    handle: async (c) => {
      const operator = await describeOperator(c.var.ctx, requestToken(c) ?? "");
      return ok(c, { data: operator });
    },
  })
  .post("/sign-out", {
    access: "operator",
    summary: "Revoke this token",
    act: (c) => signOutOperator(c.var.ctx, requestToken(c) ?? ""),
    done: () => "The token is revoked.",
  });

export const auditResource = resourceRoutes(auditLog, {
  list: async (ctx, query) =>
    mapPage(await listAudit(ctx, query), ({ id, actorName: actor, ...row }) => ({
      ...row,
      id: id.toString(),
      actor,
    })),
});

const queueParams = z.object({ queue: queueNameSchema });

const jobActs = { park: parkJobs, retry: retryJobs, discard: discardJobs };
const jobActParams = queueParams.extend({ act: z.enum(["park", "retry", "discard"]) });

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
    request: { params: queueParams, query: failedJobsQuerySchema },
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
    request: { params: queueParams, ...jsonBody(changeInputSchema) },
    handle: async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const data = await retryFailedJobs(c.var.ctx, c.var.deps.queues, input);
      return ok(c, { data });
    },
  });

export const todoRoutes = new Router().get("/", {
  access: "operator",
  summary: "List what waits for an operator, as far as the token's scopes allow, oldest first",
  responses: { 200: jsonResponse(todoResponseSchema, "What waits") },
  handle: async (c) => {
    const { queues, readVitals, config } = c.var.deps;
    const data = await listTodo(c.var.ctx, { listQueues: queues.list, readVitals, config });
    return ok(c, { data });
  },
});
