import { auditQuerySchema, auditResponseSchema } from "@fairclick/core/operations/audit-schema";
import { listAudit } from "@fairclick/services/operations/operators/list-audit";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";
import { presentAuditRow } from "./present-operated";

const list = defineRoute({
  method: "get",
  path: "/",
  access: "operator:audit:read",
  summary: "Who did what, why, and what it was before and after, newest first",
  request: { query: auditQuerySchema },
  responses: { 200: jsonAnswer(auditResponseSchema, "A page of the audit log") },
});

export const auditRoutes = newRouter().openapi(list, async (c) => {
  const { items, nextCursor } = await listAudit(c.var.ctx, c.req.valid("query"));
  const data = items.map(presentAuditRow);
  return c.json({ status: "success" as const, data, nextCursor }, 200);
});
