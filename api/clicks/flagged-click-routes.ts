import {
  clickResponseSchema,
  clicksQuerySchema,
  clicksResponseSchema,
  flaggedGroupsQuerySchema,
  flaggedGroupsResponseSchema,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { groupFlaggedClicks } from "@fairclick/services/clicks/inspect/group-flagged-clicks";
import { listFlaggedClicks } from "@fairclick/services/clicks/inspect/list-flagged-clicks";
import { showFlaggedClick } from "@fairclick/services/clicks/inspect/show-flagged-click";
import { z } from "zod";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const list = defineRoute({
  method: "get",
  path: "/",
  access: "operator:clicks:read",
  summary: "Judged clicks, newest first: flagged ones unless others are asked for",
  request: { query: clicksQuerySchema },
  responses: { 200: jsonAnswer(clicksResponseSchema, "A page of clicks") },
});

const groups = defineRoute({
  method: "get",
  path: "/groups",
  access: "operator:clicks:read",
  summary: "Judged clicks by link or by address, most clicks first",
  request: { query: flaggedGroupsQuerySchema },
  responses: { 200: jsonAnswer(flaggedGroupsResponseSchema, "A page of groups") },
});

const show = defineRoute({
  method: "get",
  path: "/{id}",
  access: "operator:clicks:read",
  summary: "Everything that is known of a click",
  request: { params: z.object({ id: z.uuid({ error: "A click's id is a UUID" }) }) },
  responses: { 200: jsonAnswer(clickResponseSchema, "The click") },
});

export const clickRoutes = newRouter()
  .openapi(list, async (c) => {
    const { items, nextCursor } = await listFlaggedClicks(c.var.ctx, c.req.valid("query"));
    return c.json({ status: "success" as const, data: items, nextCursor }, 200);
  })
  .openapi(groups, async (c) => {
    const { items, ...page } = await groupFlaggedClicks(c.var.ctx, c.req.valid("query"));
    return c.json({ status: "success" as const, data: items, ...page }, 200);
  })
  .openapi(show, async (c) => {
    const data = await showFlaggedClick(c.var.ctx, c.req.valid("param"));
    return c.json({ status: "success" as const, data }, 200);
  });
