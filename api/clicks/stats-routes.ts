import { booksResponseSchema } from "@fairclick/core/money/ledger";
import { verifyStats } from "@fairclick/services/clicks/stats";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const statsRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/verify",
    access: "operator:stats:read",
    summary: "Verify that the statistics match the clicks",
    responses: { 200: jsonResponse(booksResponseSchema, "Every check, with its differences") },
  }),
  async (c) => {
    c.env.waitForAnswer?.();
    return ok(c, { data: await verifyStats(c.var.ctx) });
  },
);
