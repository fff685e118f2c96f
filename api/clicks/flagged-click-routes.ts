import { clickTotalsResponseSchema } from "@fairclick/core/clicks/click-totals-schema";
import {
  clickFilterSchema,
  clickResponseSchema,
  clicksQuerySchema,
  clicksResponseSchema,
  flaggedGroupsQuerySchema,
  flaggedGroupsResponseSchema,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import {
  groupFlaggedClicks,
  sumFlaggedClicks,
} from "@fairclick/services/clicks/inspect/group-flagged-clicks";
import { listFlaggedClicks } from "@fairclick/services/clicks/inspect/list-flagged-clicks";
import { showFlaggedClick } from "@fairclick/services/clicks/inspect/show-flagged-click";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/policy/read-policy";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import {
  presentFlaggedClick,
  presentFlaggedGroup,
  presentListedClick,
  presentTotals,
} from "./present-flagged-click";

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
      path: "/groups",
      access: "operator:clicks:read",
      summary: "Group judged clicks by link or by IP address, most clicks or most money first",
      request: { query: flaggedGroupsQuerySchema },
      responses: { 200: jsonResponse(flaggedGroupsResponseSchema, "A page of groups") },
    }),
    async (c) => {
      const { items, from, ...page } = await groupFlaggedClicks(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentFlaggedGroup);
      return ok(c, { data, from: from.toISOString(), ...page });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/totals",
      access: "operator:clicks:read",
      summary: "Sum judged clicks and their money; flagged clicks by default",
      request: { query: clickFilterSchema },
      responses: { 200: jsonResponse(clickTotalsResponseSchema, "Counts and money") },
    }),
    async (c) => {
      const totals = await sumFlaggedClicks(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: presentTotals(totals) });
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
