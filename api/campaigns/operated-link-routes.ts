import {
  adminLinksQuerySchema,
  adminLinksResponseSchema,
  linkCodeSchema,
} from "@fairclick/core/campaigns/operated-links-schema";
import {
  changeInputSchema,
  changeResponseSchema,
} from "@fairclick/core/operations/operator-change-schema";
import { listAllLinks } from "@fairclick/services/campaigns/links/list-all-links";
import { disableLink, enableLink } from "@fairclick/services/campaigns/links/stop-link";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { presentAdminLink } from "../operations/present-operated";

const list = defineRoute({
  method: "get",
  path: "/",
  access: "operator:links:read",
  summary: "Every link, latest joined first",
  request: { query: adminLinksQuerySchema },
  responses: { 200: jsonAnswer(adminLinksResponseSchema, "A page of links") },
});

const change = {
  access: "operator:links:write",
  request: { params: z.object({ code: linkCodeSchema }), ...jsonBody(changeInputSchema) },
  responses: { 200: jsonAnswer(changeResponseSchema, "What is different, or would be") },
} as const;

const disable = defineRoute({
  ...change,
  method: "post",
  path: "/{code}/disable",
  summary: "Stop a link: visitors get 410",
});

const enable = defineRoute({
  ...change,
  method: "post",
  path: "/{code}/enable",
  summary: "Start a link again that an operator stopped",
});

export const adminLinkRoutes = newRouter()
  .openapi(list, async (c) => {
    const { items, nextCursor } = await listAllLinks(c.var.ctx, c.req.valid("query"));
    const data = items.map(presentAdminLink);
    return c.json({ status: "success" as const, data, nextCursor }, 200);
  })
  .openapi(disable, async (c) => {
    const data = await disableLink(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  })
  .openapi(enable, async (c) => {
    const data = await enableLink(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json({ status: "success" as const, data }, 200);
  });
