import {
  authResponseSchema,
  doneResponseSchema,
  proofRequestSchema,
  proofResponseSchema,
} from "@fairclick/core/accounts/account";
import {
  factorCodeRequestSchema,
  recoveryCodesResponseSchema,
  totpResponseSchema,
} from "@fairclick/core/accounts/factors";
import { t } from "@fairclick/core/language/t";
import {
  getProofState,
  proveByCode,
  proveByPassword,
} from "@fairclick/services/accounts/prove-identity";
import { findPendingSignIn, finishSignIn } from "@fairclick/services/accounts/sign-in";
import {
  confirmOwnTotp,
  makeRecoveryCodes,
  startTotp,
  turnOffTotp,
} from "@fairclick/services/accounts/totp";
import { answer, ok } from "../respond";
import { jsonBody, jsonResponse, Router } from "../router";
import {
  clearPendingToken,
  limitCodes,
  limitFactor,
  limitPasswords,
  ownToken,
  presentSignIn,
  readPendingToken,
  readSignInDevice,
  setDeviceToken,
} from "./sign-in";

export const secondFactorRoutes = new Router()
  .post("/session", {
    access: "public",
    limit: "signIn",
    summary: "Complete a sign-in with a code of the authenticator app or a recovery code",
    description:
      "Within five minutes, in the browser that signed in: its cookie names the sign-in. Each code works once.",
    request: jsonBody(factorCodeRequestSchema),
    responses: { 200: jsonResponse(authResponseSchema, "The account and a session token") },
    handle: async (c) => {
      const pendingToken = readPendingToken(c) ?? "";
      const userId = await findPendingSignIn(c.var.ctx, pendingToken);
      const { code } = c.req.valid("json");
      const device = await readSignInDevice(c);
      const signIn = await limitFactor(c, { userId, code }, () =>
        finishSignIn(c.var.ctx, { userId, pendingToken, code, ...device }),
      );
      clearPendingToken(c);
      setDeviceToken(c, signIn.deviceToken);
      return ok(c, { message: t`Welcome!`, data: presentSignIn(signIn) });
    },
  })
  .post("/totp", {
    access: "user:proof",
    keyScope: "none",
    limit: "tell",
    summary: "Start setting up an authenticator app",
    description: "Sign-ins need its codes once a first one is posted to `/totp/confirmation`.",
    responses: { 200: jsonResponse(totpResponseSchema, "The secret for the app") },
    handle: async (c) => {
      return ok(c, { data: await startTotp(c.var.ctx) });
    },
  })
  .post("/totp/confirmation", {
    access: "user:proof",
    keyScope: "none",
    limit: "signIn",
    summary: "Turn the second factor on with a first code of the app",
    request: jsonBody(factorCodeRequestSchema),
    responses: { 200: jsonResponse(recoveryCodesResponseSchema, "Ten recovery codes") },
    handle: async (c) => {
      const { code } = c.req.valid("json");
      const recoveryCodes = await limitCodes(c, code, () => confirmOwnTotp(c.var.ctx, code));
      return ok(c, { message: t`Signing in now needs a code.`, data: { recoveryCodes } });
    },
  })
  .post("/totp/removal", {
    access: "user:proof",
    keyScope: "none",
    limit: "signIn",
    summary: "Remove the authenticator app and the recovery codes",
    request: jsonBody(factorCodeRequestSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Removed") },
    handle: async (c) => {
      const { code } = c.req.valid("json");
      await limitCodes(c, code, () => turnOffTotp(c.var.ctx, code));
      return ok(c, { message: t`Signing in no longer needs a code.` });
    },
  })
  .post("/recovery-codes", {
    access: "user:proof",
    keyScope: "none",
    limit: "signIn",
    summary: "Replace the recovery codes",
    request: jsonBody(factorCodeRequestSchema),
    responses: { 200: jsonResponse(recoveryCodesResponseSchema, "Ten new recovery codes") },
    handle: async (c) => {
      const { code } = c.req.valid("json");
      const recoveryCodes = await limitCodes(c, code, () => makeRecoveryCodes(c.var.ctx, code));
      return ok(c, { message: t`The earlier codes no longer work.`, data: { recoveryCodes } });
    },
  });

export const proofRoutes = new Router()
  .get("/", {
    access: "user",
    keyScope: "none",
    summary: "Get whether you proved your identity recently, and how you can prove it",
    responses: { 200: jsonResponse(proofResponseSchema, "The state of this session") },
    handle: async (c) => answer(c, await getProofState(c.var.ctx, ownToken(c))),
  })
  .post("/", {
    access: "user",
    keyScope: "none",
    limit: "signIn",
    summary: "Prove your identity in this session, with the password or a code of the app",
    description:
      "Counts for ten minutes in this session, like a sign-in. Calls that answer `proof_required` need it. With a second factor, the password is refused: send a code of the app or a recovery code.",
    request: jsonBody(proofRequestSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Proved") },
    handle: async (c) => {
      const token = ownToken(c);
      const input = c.req.valid("json");
      if ("password" in input) {
        await limitPasswords(c, () => proveByPassword(c.var.ctx, { token, ...input }));
      } else {
        await limitCodes(c, input.code, () => proveByCode(c.var.ctx, { token, ...input }));
      }
      return ok(c, { message: t`Thank you.` });
    },
  });
