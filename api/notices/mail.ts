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
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:mail:write",
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
    defineRoute({
      ...change,
      path: "/{act}",
      summary: "Stop all mails to an address, or allow them again",
      request: {
        params: z.object({ act: z.enum(["suppress", "release"]) }),
        ...jsonBody(addressChangeSchema),
      },
    }),
    async (c) => {
      const change = c.req.valid("param").act === "suppress" ? suppressMail : releaseMail;
      return ok(c, { data: await change(c.var.ctx, c.req.valid("json")) });
    },
  );
