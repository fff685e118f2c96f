import {
  addressChangeSchema,
  bounceChangeSchema,
  operatedMailQuerySchema,
  operatedMailResponseSchema,
} from "@fairclick/core/notices/mail";
import {
  listOperatedMail,
  releaseMail,
  suppressBounced,
  suppressMail,
} from "@fairclick/services/notices/operate-mail";
import { changeResponses } from "../changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:mail:write",
  request: jsonBody(addressChangeSchema),
  responses: changeResponses,
} as const;

export const operatedMailRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:mail:read",
      summary: "List addresses that get no mail, or mails that were given up",
      request: { query: operatedMailQuerySchema },
      responses: { 200: jsonResponse(operatedMailResponseSchema, "A page of the list") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { items, nextCursor } = await listOperatedMail(c.var.ctx, query);
      const data = items.map(({ at, ...item }) => ({
        state: query.state,
        ...item,
        at: at.toISOString(),
      }));
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/suppress", summary: "Stop all mails to an address" }),
    async (c) => ok(c, { data: await suppressMail(c.var.ctx, c.req.valid("json")) }),
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/bounce",
      summary: "Stop all mails to the address of a delivery status notification",
      description:
        "Refused unless a mail with this Message-ID was sent to one of the recipients within 30 days.",
      request: jsonBody(bounceChangeSchema),
    }),
    async (c) => ok(c, { data: await suppressBounced(c.var.ctx, c.req.valid("json")) }),
  )
  .openapi(
    defineRoute({ ...change, path: "/release", summary: "Allow mails to an address again" }),
    async (c) => ok(c, { data: await releaseMail(c.var.ctx, c.req.valid("json")) }),
  );
