import { changeInputSchema } from "@fairclick/core/changes";
import {
  adminLinksQuerySchema,
  adminLinksResponseSchema,
  linkCodeSchema,
} from "@fairclick/core/clicks/operated-links";
import { listAllLinks } from "@fairclick/services/campaigns/links";
import { disableLink, enableLink } from "@fairclick/services/campaigns/stop-link";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { presentAdminLink } from "../operations/present-operated";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:links:write",
  request: { params: z.object({ code: linkCodeSchema }), ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const adminLinkRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:links:read",
      summary: "List all links, most recently joined first",
      request: { query: adminLinksQuerySchema },
      responses: { 200: jsonResponse(adminLinksResponseSchema, "A page of links") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllLinks(c.var.ctx, c.req.valid("query"));
      const data = items.map(presentAdminLink);
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{code}/disable",
      summary: "Disable a link: visitors get 410",
    }),
    async (c) => {
      const data = await disableLink(c.var.ctx, {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
      });
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{code}/enable",
      summary: "Enable a link that an operator disabled",
    }),
    async (c) => {
      const data = await enableLink(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return ok(c, { data });
    },
  );
