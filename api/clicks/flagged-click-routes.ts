import {
  clickResponseSchema,
  clicksQuerySchema,
  clicksResponseSchema,
} from "@fairclick/core/clicks/flagged-clicks";
import { listFlaggedClicks, showFlaggedClick } from "@fairclick/services/clicks/flagged-clicks";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/policy";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentFlaggedClick, presentListedClick } from "./present-flagged-click";

export const clickRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List judged clicks, newest first; flagged clicks by default",
      request: { query: clicksQuerySchema },
      responses: { 200: jsonResponse(clicksResponseSchema, "A page of clicks") },
    }),
    async (c) => {
      const { items, nextCursor } = await listFlaggedClicks(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentListedClick), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:clicks:read",
      summary: "Get everything known about a click",
      request: { params: z.object({ id: z.uuid({ error: "A click's id is a UUID" }) }) },
      responses: { 200: jsonResponse(clickResponseSchema, "The click") },
    }),
    async (c) => {
      const click = await showFlaggedClick(c.var.ctx, c.req.valid("param"));
      const { clickWindowSeconds: windowSeconds } = c.var.deps.config;
      const { ctx } = c.var;
      const inForce = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
      const judgedBy = await readJudgingPolicies(ctx.db.sql, [click.click], inForce);
      return ok(c, { data: presentFlaggedClick(click, judgedBy(click.click)) });
    },
  );
