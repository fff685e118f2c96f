import {
  policyShadowResponseSchema,
  shadowStartInputSchema,
} from "@fairclick/core/clicks/policy-shadow-schema";
import { changeInputSchema } from "@fairclick/core/operations/operator-change-schema";
import { showShadow } from "@fairclick/services/clicks/shadow/show-shadow";
import { startShadow } from "@fairclick/services/clicks/shadow/start-shadow";
import { stopShadow } from "@fairclick/services/clicks/shadow/stop-shadow";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";
import { presentShadow } from "./present-shadow";

export const policyShadowRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "Get what the shadow of the policy would change",
      description:
        "The shadow that was started last, also after its end. A shadow judges beside the active policy and changes no verdict.",
      responses: { 200: jsonResponse(policyShadowResponseSchema, "The shadow and its figures") },
    }),
    async (c) => ok(c, { data: presentShadow(await showShadow(c.var.ctx)) }),
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "operator:policy:write",
      summary: "Let a policy judge beside the active one for some time, as a shadow",
      description:
        "Omitted values are those of the newest version. The same limits apply as for a new version. Removes the figures of the previous shadow.",
      request: jsonBody(shadowStartInputSchema),
      responses: changeResponses,
    }),
    async (c) => {
      const { clickWindowSeconds: windowSeconds } = c.var.deps.config;
      const input = { ...c.req.valid("json"), windowSeconds };
      return ok(c, { data: await startShadow(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/stop",
      access: "operator:policy:write",
      summary: "Stop the shadow of the policy; its figures stay",
      request: jsonBody(changeInputSchema),
      responses: changeResponses,
    }),
    async (c) => ok(c, { data: await stopShadow(c.var.ctx, c.req.valid("json")) }),
  );
