import {
  sqlInputSchema,
  sqlResponseSchema,
  sqlViewsResponseSchema,
} from "@fairclick/core/operations/sql-schema";
import { runSql } from "@fairclick/services/operations/sql/run-sql";
import { listReportViews } from "@fairclick/sql/db/query-reports";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const sqlRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "operator:sql:read",
      summary: "Run one select over the reporting views; audited, read only, at most 10 seconds",
      request: jsonBody(sqlInputSchema),
      responses: { 200: jsonResponse(sqlResponseSchema, "The rows") },
    }),
    async (c) => {
      const data = await runSql(c.var.ctx, c.req.valid("json"), c.var.deps.readSql);
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/views",
      access: "operator:sql:read",
      summary: "List the reporting views with their columns",
      responses: { 200: jsonResponse(sqlViewsResponseSchema, "The views") },
    }),
    async (c) => ok(c, { data: await listReportViews(c.var.ctx.db.sql) }),
  );
