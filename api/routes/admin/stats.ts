import { booksResponseSchema } from "@fairclick/core/schemas/ledger";
import { verifyStats } from "@fairclick/services/stats/verify-stats";
import { defineRoute, jsonAnswer, newRouter } from "../../define-route";

const verify = defineRoute({
  method: "get",
  path: "/verify",
  access: "operator:stats:read",
  summary: "Prove that the statistics are the sum of the clicks",
  responses: { 200: jsonAnswer(booksResponseSchema, "Every check, and what contradicts it") },
});

export const statsRoutes = newRouter().openapi(verify, async (c) => {
  c.env.waitForAnswer?.();
  return c.json({ status: "success" as const, data: await verifyStats(c.var.ctx) }, 200);
});
