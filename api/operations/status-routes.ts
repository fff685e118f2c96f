import { hostname } from "node:os";
import { statusResponseSchema } from "@fairclick/core/operations/work";
import { getStatus } from "@fairclick/services/operations/todo";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentStatus } from "./present-status";

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
      windowSeconds: config.clickWindowSeconds,
    });
    const process = `${hostname()}:${globalThis.process.pid}`;
    const data = { process, ...(await presentStatus(found, metrics)) };
    return ok(c, { data });
  },
);
