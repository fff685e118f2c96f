import {
  doneResponseSchema,
  mailTokenRequestSchema,
} from "@fairclick/core/accounts/account-schema";
import {
  guardianAccessResponseSchema,
  guardianConsentSchema,
  guardianInvitedResponseSchema,
  guardianPayoutsSchema,
} from "@fairclick/core/accounts/guardian-schema";
import { t } from "@fairclick/core/language/t";
import { redirectResponseSchema } from "@fairclick/core/money/payment-schema";
import { limitAddressAttempts } from "@fairclick/services/accounts/auth/limit-address-attempts";
import {
  declineInvitation,
  giveConsent,
  readInvitation,
} from "@fairclick/services/accounts/guardians/consent";
import { withdrawConsent } from "@fairclick/services/accounts/guardians/end-consent";
import {
  getGuardianAccess,
  openGuardianPayouts,
} from "@fairclick/services/accounts/guardians/guardian-payouts";
import { withPayments } from "@fairclick/services/money/stripe/payments-ctx";
import type { Context } from "hono";
import type { AppEnv } from "../app-env";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { readDeviceTokens } from "./device-cookie";

/** Routes for guardians, who have no account: the token of a mail's link authorises each call. */
export const guardianRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "post",
      path: "/invitation",
      access: "public",
      summary: "See who invites you as a guardian, with the token of the mail",
      request: jsonBody(mailTokenRequestSchema),
      responses: { 200: jsonResponse(guardianInvitedResponseSchema, "The invitation") },
    }),
    async (c) => {
      await limitTokens(c);
      const { username, expiresAt } = await readInvitation(c.var.ctx, c.req.valid("json").token);
      return ok(c, { data: { username, expiresAt: expiresAt.toISOString() } });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/consent",
      access: "public",
      summary: "Consent as a guardian, with the token of the invitation",
      description:
        "Works once, and not in a browser in which the account has signed in. A mail with a link to set up payouts follows.",
      request: jsonBody(guardianConsentSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Recorded") },
    }),
    async (c) => {
      await limitTokens(c);
      const { token, name } = c.req.valid("json");
      await giveConsent(c.var.ctx, { token, name, deviceTokens: readDeviceTokens(c) });
      return ok(c, { message: t`Thank you. A mail with the next step is on its way.` });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/decline",
      access: "public",
      summary: "Decline an invitation as a guardian, with its token",
      request: jsonBody(mailTokenRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Declined") },
    }),
    async (c) => {
      await limitTokens(c);
      await declineInvitation(c.var.ctx, c.req.valid("json").token);
      return ok(c, { message: t`You declined the invitation.` });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/access",
      access: "public",
      summary: "See what you consented to, with the token of the guardian's mail",
      request: jsonBody(mailTokenRequestSchema),
      responses: { 200: jsonResponse(guardianAccessResponseSchema, "The consent") },
    }),
    async (c) => {
      await limitTokens(c);
      const { ctx, deps } = c.var;
      const payments = deps.stripe ? withPayments(ctx, deps) : null;
      const { token } = c.req.valid("json");
      return ok(c, { data: await getGuardianAccess(ctx, { token, payments }) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/payouts",
      access: "public",
      summary: "Set up payouts in the guardian's name, with the token of the guardian's mail",
      request: jsonBody(guardianPayoutsSchema),
      responses: { 200: jsonResponse(redirectResponseSchema, "Stripe's page") },
    }),
    async (c) => {
      await limitTokens(c);
      const payments = withPayments(c.var.ctx, c.var.deps);
      return c.json(await openGuardianPayouts(payments, c.req.valid("json")), 200);
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/withdrawal",
      access: "public",
      summary: "Withdraw your consent as a guardian, with the token of the guardian's mail",
      request: jsonBody(mailTokenRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Withdrawn") },
    }),
    async (c) => {
      await limitTokens(c);
      await withdrawConsent(c.var.ctx, c.req.valid("json").token);
      return ok(c, { message: t`Your consent is withdrawn.` });
    },
  );

async function limitTokens(c: Context<AppEnv>): Promise<void> {
  await limitAddressAttempts(c.var.deps.limits, "mailTokenAddress", c.var.clientIp);
}
