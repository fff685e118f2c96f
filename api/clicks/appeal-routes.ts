import { appealSchema, appealsQuerySchema } from "@fairclick/core/clicks/appeals-schema";
import {
  changeInputSchema,
  changeResponseSchema,
} from "@fairclick/core/operations/operator-change-schema";
import { listResponse } from "@fairclick/core/schemas/page";
import { answerAppeal } from "@fairclick/services/clicks/decide/answer-appeal";
import { listAppealsOf } from "@fairclick/services/clicks/decide/list-appeals";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentAppeal } from "./present-appeal";

const request = { params: z.object({ id: z.string().max(36) }), ...jsonBody(changeInputSchema) };

export const appealRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "Appeals against refused clicks, the open ones oldest first",
      request: { query: appealsQuerySchema },
      responses: { 200: jsonAnswer(listResponse(appealSchema), "A page of appeals") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAppealsOf(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentAppeal), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/accept",
      access: "operator:clicks:decide",
      summary: "Pay the click that an appeal is about; its creator reads the reason",
      request,
      responses: { 200: jsonAnswer(changeResponseSchema, "What has changed, or would") },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const answer = { id, state: "accepted" as const, ...c.req.valid("json") };
      return ok(c, { data: await answerAppeal(c.var.ctx, answer) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/decline",
      access: "operator:clicks:decide",
      summary: "Leave the click refused; its creator reads the reason",
      request,
      responses: { 200: jsonAnswer(changeResponseSchema, "What has changed, or would") },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const answer = { id, state: "declined" as const, ...c.req.valid("json") };
      return ok(c, { data: await answerAppeal(c.var.ctx, answer) });
    },
  );
