import { changeInputSchema } from "@fairclick/core/changes";
import { userNameSchema } from "@fairclick/core/schemas";
import {
  disableLinksOfCreator,
  enableLinksOfCreator,
} from "@fairclick/services/campaigns/stop-links";
import { z } from "zod";
import { defineRoute, jsonBody, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:links:write",
  request: { params: z.object({ user: userNameSchema }), ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const creatorLinkRoutes = newRouter()
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/links/disable",
      summary: "Disable all live links of a creator, at most 200 at once",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await disableLinksOfCreator(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/links/enable",
      summary: "Enable the links of a creator that were disabled at once",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await enableLinksOfCreator(c.var.ctx, input) });
    },
  );
