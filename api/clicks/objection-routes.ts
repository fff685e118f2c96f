import {
  objectionAnswerSchema,
  objectionDetailSchema,
  objectionSchema,
  objectionsQuerySchema,
} from "@fairclick/core/clicks/objections-schema";
import { listResponse } from "@fairclick/core/schemas";
import {
  answerObjection,
  listAllObjections,
  showObjection,
} from "@fairclick/services/clicks/objections";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";
import { presentObjection, presentObjectionDetail } from "./present-objection";

const params = z.object({ id: z.string().max(36) });
const shownSchema = z.object({ status: z.literal("success"), data: objectionDetailSchema });

export const objectionRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List developers' objections to paid clicks; open objections oldest first",
      request: { query: objectionsQuerySchema },
      responses: { 200: jsonResponse(listResponse(objectionSchema), "A page of objections") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllObjections(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentObjection), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:clicks:read",
      summary: "Get an objection with its clicks",
      request: { params },
      responses: { 200: jsonResponse(shownSchema, "The objection") },
    }),
    async (c) => {
      const shown = await showObjection(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentObjectionDetail(shown) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/answer",
      access: "operator:clicks:decide",
      summary:
        "Uphold an objection and reverse its clicks, or dismiss it; both sides see the reason",
      request: { params, ...jsonBody(objectionAnswerSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { reversalLimitMicros: limitMicros } = c.var.deps.config;
      const answer = { ...c.req.valid("param"), ...c.req.valid("json"), limitMicros };
      return ok(c, { data: await answerObjection(c.var.ctx, answer) });
    },
  );
