import { hostname } from "node:os";
import {
  type Status,
  statusResponseSchema,
  todoResponseSchema,
} from "@fairclick/core/operations/work";
import { getStatus, listTodo, type MarketplaceStatus } from "@fairclick/services/operations/todo";
import type { Registry } from "prom-client";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { DURATIONS_METRIC } from "../redirect/redirect-metrics";
import { ok } from "../respond";

export const todoRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator",
    summary: "List what waits for an operator, as far as the token's scopes allow, oldest first",
    responses: { 200: jsonResponse(todoResponseSchema, "What waits") },
  }),
  async (c) => {
    const { queues, readVitals, config } = c.var.deps;
    const data = await listTodo(c.var.ctx, { listQueues: queues.list, readVitals, config });
    return ok(c, { data });
  },
);

export const statusRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator:status:read",
    summary: "Get the state of the marketplace: backlogs and the last minute's traffic",
    responses: { 200: jsonResponse(statusResponseSchema, "The current state") },
  }),
  async (c) => {
    const { queues, metrics, readVitals, config } = c.var.deps;
    const found = await getStatus(c.var.ctx, {
      queues,
      readVitals,
      config,
    });
    const process = `${hostname()}:${globalThis.process.pid}`;
    const data = { process, ...(await presentStatus(found, metrics)) };
    return ok(c, { data });
  },
);

/** Presents the status. Redirects and durations are those of this process only. */
async function presentStatus(
  { at, market, moved, queue, problems }: MarketplaceStatus,
  metrics: Registry,
) {
  const { pending, held, withdrawalsPending, withdrawalsHeld, judged, valid } = market;
  const durations = await readDurations(metrics);
  return {
    at,
    redirects: durations.at(-1)?.count ?? 0,
    durations,
    queue,
    clicks: { pending, held },
    withdrawals: { pending: withdrawalsPending, held: withdrawalsHeld },
    lastMinute: {
      judged,
      valid,
      paidMicros: market.paidMicros,
      moved,
    },
    problems,
  };
}

async function readDurations(metrics: Registry): Promise<Status["durations"]> {
  const metric = await metrics.getSingleMetric(DURATIONS_METRIC)?.get();
  return (metric?.values ?? []).map(({ labels, value }) => {
    const seconds = Number(labels.le);
    return { upToMs: Number.isFinite(seconds) ? seconds * 1_000 : null, count: value };
  });
}
