import { doneResponseSchema, emailRequestSchema } from "@fairclick/core/accounts/account-schema";
import {
  type OwnGuardian,
  ownGuardianResponseSchema,
} from "@fairclick/core/accounts/guardian-schema";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  cancelInvitation,
  getOwnGuardian,
  inviteGuardian,
} from "@fairclick/services/accounts/guardians/invite-guardian";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ id: z.string().max(36) });

/** Routes about the caller's own guardian, who is paid until the caller is 18. */
export const ownGuardianRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "user",
      keyScope: "none",
      summary: "Get your guardian and your open invitations",
      responses: { 200: jsonResponse(ownGuardianResponseSchema, "The guardian, or null") },
    }),
    async (c) => {
      const { needed, consent, invitations } = await getOwnGuardian(c.var.ctx);
      const data: OwnGuardian = {
        needed,
        canInvite: c.var.deps.config.mail !== null,
        guardian: consent && {
          name: consent.name,
          email: consent.address,
          consentedAt: consent.consentedAt.toISOString(),
        },
        invitations: invitations.map(({ id, address, invitedAt, expiresAt }) => ({
          _id: id,
          email: address,
          invitedAt: invitedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      };
      return ok(c, { data });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/invitations",
      access: "user:proof",
      keyScope: "none",
      summary: "Invite a guardian by mail, if you are 13 to 17 years old",
      description:
        "At most 3 invitations are open, and 5 are sent per week. The address must not be your own.",
      request: jsonBody(emailRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Invited") },
    }),
    async (c) => {
      const { email } = c.req.valid("json");
      const { config, limits } = c.var.deps;
      if (config.mail === null) {
        throw new AppError(
          "unavailable",
          t`This server sends no mail, so nobody can be invited. What you earn is kept until you are 18.`,
        );
      }
      await limits.take("mailAccount", email);
      await inviteGuardian(c.var.ctx, { email });
      return ok(c, { message: t`A mail to your guardian is on its way.` });
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/invitations/{id}",
      access: "user",
      keyScope: "none",
      summary: "Cancel an invitation of yours: its link stops working",
      request: { params },
      responses: { 200: jsonResponse(doneResponseSchema, "Cancelled") },
    }),
    async (c) => {
      await cancelInvitation(c.var.ctx, c.req.valid("param").id);
      return ok(c, { message: t`Invitation cancelled.` });
    },
  );
