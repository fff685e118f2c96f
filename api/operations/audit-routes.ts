import { auditQuerySchema, auditResponseSchema } from "@fairclick/core/operations/changes";
import { listAudit } from "@fairclick/services/operations/operators";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentAuditRow } from "./present-operated";

export const auditRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator:audit:read",
    summary: "List audit entries: actor, action, reason, before and after; newest first",
    request: { query: auditQuerySchema },
    responses: { 200: jsonResponse(auditResponseSchema, "A page of the audit log") },
  }),
  async (c) => {
    const { items, nextCursor } = await listAudit(c.var.ctx, c.req.valid("query"));
    const data = items.map(presentAuditRow);
    return ok(c, { data, nextCursor });
  },
);
