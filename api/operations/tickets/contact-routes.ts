import { doneResponseSchema } from "@fairclick/core/accounts/account-schema";
import { t } from "@fairclick/core/language/t";
import {
  contactFormResponseSchema,
  contactInputSchema,
} from "@fairclick/core/operations/tickets-schema";
import { limitAddressAttempts } from "@fairclick/services/accounts/auth/limit-address-attempts";
import { markHoneypot } from "@fairclick/services/clicks/record/mark-honeypot";
import {
  checkContactForm,
  makeFormToken,
} from "@fairclick/services/operations/tickets/contact-form";
import { openContactTicket } from "@fairclick/services/operations/tickets/open-ticket";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../../define-route";
import { readVisitor } from "../../middleware/read-visitor";
import { ok } from "../../respond";

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
      const token = await makeFormToken(c.var.ctx);
      return ok(c, { data: { token, mail: c.var.deps.config.mail !== null } });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "public",
      summary: "Write to the operators without an account",
      description:
        "Needs the token of a form that was opened at least 3 seconds and at most a day ago. No mail is sent to the address until an operator answers.",
      request: jsonBody(contactInputSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Received") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { limits } = c.var.deps;
      await limitAddressAttempts(limits, "contactAddress", c.var.clientIp);
      if (input.website) await markHoneypot(c.var.ctx, await readVisitor(c));
      await checkContactForm(c.var.ctx, input);
      await limits.take("contactAccount", input.email);
      await openContactTicket(c.var.ctx, input);
      return ok(c, { message: t`Thank you. An operator will read your message.` });
    },
  );
