import {
  mailRequestSchema,
  mailTokenRequestSchema,
  newPasswordRequestSchema,
  resetTokenResponseSchema,
  signInResponseSchema,
} from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  confirmEmailChange,
  confirmOwnEmail,
  requestVerification,
  resetPassword,
  undoEmailChange,
} from "@fairclick/services/accounts/emails";
import { cancelOwnRecovery, cancelRecoveryByLink } from "@fairclick/services/accounts/recovery";
import { requestReset } from "@fairclick/services/accounts/sign-in";
import { requireUser } from "@fairclick/services/changes";
import { ok } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";
import { answerSignIn, findBucket, readSignInDevice, SIGNED_IN } from "./sign-in";

export const recoveryRoutes = new Router()
  .post("/reset", {
    access: "public",
    limit: "mail",
    summary: "Request a mail with a link that sets a new password",
    description:
      "The answer is the same for every address: it does not say whether an account exists.",
    request: jsonBody(mailRequestSchema),
    act: async (c) => {
      const { limits, config } = c.var.deps;
      if (config.mail === null) {
        throw new AppError(
          "unavailable",
          t`This server sends no mail. Please contact its operator.`,
        );
      }
      const { email } = c.req.valid("json");
      const [name, key] = await findBucket(c, { email }, ["mailDevice", "mailAccount"]);
      // Changes to this address, which any user can ask for, do not use up the resets.
      await limits.take(name, `reset:${key}`);
      await requestReset(c.var.ctx, email);
    },
    done: () => t`If an account uses this address, a mail is on its way.`,
  })
  .post("/reset/password", {
    access: "public",
    limit: "signIn",
    summary: "Set a new password with the token of a mail, and sign in",
    description: "Ends all sessions of the account.",
    request: jsonBody(newPasswordRequestSchema),
    responses: { 200: jsonResponse(signInResponseSchema, SIGNED_IN) },
    handle: async (c) => {
      const input = { ...c.req.valid("json"), ...(await readSignInDevice(c)) };
      const signIn = await resetPassword(c.var.ctx, input);
      const message = t`Password changed. You are signed out everywhere else.`;
      return answerSignIn(c, signIn, message);
    },
  })
  .post("/verification", {
    ...byUser("none", "mail"),
    summary: "Request a mail that confirms your address",
    act: async (c) => {
      await c.var.deps.limits.take("mailAccount", requireUser(c.var.ctx));
      await requestVerification(c.var.ctx);
    },
    done: () => t`A mail is on its way.`,
  })
  .post("/verification/email", {
    access: "public",
    limit: "signIn",
    summary: "Confirm an address with the token of a mail",
    request: jsonBody(mailTokenRequestSchema),
    act: (c) => confirmOwnEmail(c.var.ctx, c.req.valid("json").token),
    done: () => t`Your address is confirmed.`,
  })
  .post("/email", {
    access: "public",
    limit: "signIn",
    summary: "Use a new address, with the token of the mail that was sent there",
    request: jsonBody(mailTokenRequestSchema),
    act: (c) => confirmEmailChange(c.var.ctx, c.req.valid("json").token),
    done: () => t`Your new address is in use.`,
  })
  .post("/email/undo", {
    access: "public",
    limit: "signIn",
    summary: "Restore the earlier address, with the token of the mail that was sent there",
    description: "Ends all sessions. Returns a token that sets a new password within an hour.",
    request: jsonBody(mailTokenRequestSchema),
    responses: { 200: jsonResponse(resetTokenResponseSchema, "Restored") },
    handle: async (c) => {
      const token = await undoEmailChange(c.var.ctx, c.req.valid("json").token);
      const message = t`Your earlier address is in use again. Please choose a new password.`;
      return ok(c, { message, data: { token } });
    },
  })
  .post("/recovery/cancel", {
    access: "public",
    limit: "signIn",
    summary: "Cancel the recovery of an account by operators, with the token of the mail",
    request: jsonBody(mailTokenRequestSchema),
    act: (c) => cancelRecoveryByLink(c.var.ctx, c.req.valid("json").token),
    done: () => t`The recovery is cancelled. Your account stays as it is.`,
  })
  .post("/recovery/cancel-own", {
    ...byUser("none", "tell"),
    summary: "Cancel the recovery of your account by operators",
    act: (c) => cancelOwnRecovery(c.var.ctx),
    done: () => t`The recovery is cancelled. Your account stays as it is.`,
  });
