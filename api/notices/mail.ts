import { addressChangeSchema, bounceChangeSchema, mails } from "@fairclick/core/notices/notices";
import { mapPage } from "@fairclick/services/context";
import {
  listOperatedMail,
  releaseMail,
  suppressBounced,
  suppressMail,
} from "@fairclick/services/notices/operate-mail";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, newRouter } from "../define-route";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";

const change = {
  method: "post",
  access: "operator:mail:write",
  responses: changeResponses,
} as const;

export const mailResource = resourceRoutes(mails, {
  list: async (ctx, query) =>
    mapPage(await listOperatedMail(ctx, query), (mail) => ({ ...mail, state: query.state })),
});

export const mailActRoutes = newRouter()
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
