import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { contactFormResponseSchema, contactInputSchema } from "@fairclick/core/operations/contact";
import { limitAddressAttempts } from "@fairclick/services/accounts/limits";
import { markHoneypot } from "@fairclick/services/clicks/devices";
import {
  checkContactForm,
  findContactMailbox,
  makeFormToken,
  sendContactMessage,
} from "@fairclick/services/operations/contact-form";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { readVisitor } from "../middleware/read-visitor";
import { ok } from "../respond";

export const contactRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "public",
      summary: "Get the token of a contact form that is opened now",
      responses: { 200: jsonResponse(contactFormResponseSchema, "The token") },
    }),
    async (c) => {
      const mailbox = findContactMailbox(c.var.deps.config);
      return ok(c, { data: { token: mailbox && (await makeFormToken(c.var.ctx)) } });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "public",
      summary: "Write to the operator by mail",
      description:
        "Needs the token of a form that was opened at least 3 seconds and at most a day ago. The operator answers to the given address, to which no other mail is sent.",
      request: jsonBody(contactInputSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Received") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { config, limits } = c.var.deps;
      await limitAddressAttempts(limits, "contactAddress", c.var.clientIp);
      if (input.website) await markHoneypot(c.var.ctx, await readVisitor(c));
      await checkContactForm(c.var.ctx, input);
      await limits.take("contactAccount", input.email);
      await sendContactMessage(c.var.ctx, input, config);
      return ok(c, { message: t`Thank you. An operator will read your message.` });
    },
  );
