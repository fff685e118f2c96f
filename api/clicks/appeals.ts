import { changeInputSchema } from "@fairclick/core/changes";
import { type Appeal, appealSchema, appealsQuerySchema } from "@fairclick/core/clicks/appeals";
import { listResponse } from "@fairclick/core/schemas";
import { answerAppeal, listAppealPage } from "@fairclick/services/clicks/appeals";
import type { AppealRow } from "@fairclick/sql/clicks/appeals";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const states = { accept: "accepted", decline: "declined" } as const;
const actParams = z.object({ id: z.string().max(36), act: z.enum(["accept", "decline"]) });

export const appealRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List appeals against invalid clicks; open appeals oldest first",
      request: { query: appealsQuerySchema },
      responses: { 200: jsonResponse(listResponse(appealSchema), "A page of appeals") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAppealPage(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentAppeal), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/{act}",
      access: "operator:clicks:decide",
      summary: "Accept an appeal and pay its click, or decline it",
      description: "The creator sees the reason.",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
      responses: changeResponses,
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const answer = { id, state: states[act], ...c.req.valid("json") };
      return ok(c, { data: await answerAppeal(c.var.ctx, answer) });
    },
  );

function presentAppeal({ priceMicros, ...appeal }: AppealRow): Appeal {
  return {
    ...appeal,
    clickedAt: appeal.clickedAt.toISOString(),
    appealedAt: appeal.appealedAt.toISOString(),
    answeredAt: appeal.answeredAt?.toISOString() ?? null,
    micros: priceMicros.toString(),
  };
}
