import {
  authResponseSchema,
  proofRequestSchema,
  proofResponseSchema,
} from "@fairclick/core/accounts/account";
import {
  creationOptionsResponseSchema,
  factorCodeRequestSchema,
  newPasskeyRequestSchema,
  passkeyRequestSchema,
  passkeysResponseSchema,
  recoveryCodesResponseSchema,
  requestOptionsResponseSchema,
  totpResponseSchema,
} from "@fairclick/core/accounts/factors";
import { asId, isUuid, type PasskeyId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  addPasskey,
  listOwnPasskeys,
  passkeyNotFound,
  proveByPasskey,
  removePasskey,
  requestPasskey,
  signInWithPasskey,
  startPasskey,
} from "@fairclick/services/accounts/passkeys";
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
import { getCookie } from "hono/cookie";
import { z } from "zod";
import { answer, ok, withId } from "../respond";
import { byProvedUser, byUser, jsonBody, jsonResponse, Router } from "../router";
import {
  factorCookie,
  limitCodes,
  limitFactor,
  limitPasswords,
  ownToken,
  presentSignIn,
  readSignInDevice,
  setDeviceToken,
  setSecretCookie,
  takeSecretCookie,
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
      const pendingToken = getCookie(c, factorCookie.name) ?? "";
      const userId = await findPendingSignIn(c.var.ctx, pendingToken);
      const { code } = c.req.valid("json");
      const device = await readSignInDevice(c);
      const signIn = await limitFactor(c, { userId, code }, () =>
        finishSignIn(c.var.ctx, { userId, pendingToken, code, ...device }),
      );
      takeSecretCookie(c, factorCookie);
      setDeviceToken(c, signIn.deviceToken);
      return ok(c, { message: t`Welcome!`, data: presentSignIn(signIn) });
    },
  })
  .post("/totp", {
    ...byProvedUser("none", "tell"),
    summary: "Start setting up an authenticator app",
    description: "Sign-ins need its codes once a first one is posted to `/totp/confirmation`.",
    responses: { 200: jsonResponse(totpResponseSchema, "The secret for the app") },
    handle: async (c) => {
      return ok(c, { data: await startTotp(c.var.ctx) });
    },
  })
  .post("/totp/confirmation", {
    ...byProvedUser("none", "signIn"),
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
    ...byProvedUser("none", "signIn"),
    summary: "Remove the authenticator app and the recovery codes",
    request: jsonBody(factorCodeRequestSchema),
    act: async (c) => {
      const { code } = c.req.valid("json");
      await limitCodes(c, code, () => turnOffTotp(c.var.ctx, code));
    },
    done: () => t`Signing in no longer needs a code.`,
  })
  .post("/recovery-codes", {
    ...byProvedUser("none", "signIn"),
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
    ...byUser("none"),
    summary: "Get whether you proved your identity recently, and how you can prove it",
    responses: { 200: jsonResponse(proofResponseSchema, "The state of this session") },
    handle: async (c) => answer(c, await getProofState(c.var.ctx, ownToken(c))),
  })
  .post("/", {
    ...byUser("none", "signIn"),
    summary: "Prove your identity in this session, with the password or a code of the app",
    description:
      "Counts for ten minutes in this session, like a sign-in. Calls that answer `proof_required` need it. With a second factor, the password is refused: send a code of the app or a recovery code.",
    request: jsonBody(proofRequestSchema),
    act: async (c) => {
      const token = ownToken(c);
      const input = c.req.valid("json");
      if ("password" in input) {
        await limitPasswords(c, () => proveByPassword(c.var.ctx, { token, ...input }));
      } else {
        await limitCodes(c, input.code, () => proveByCode(c.var.ctx, { token, ...input }));
      }
    },
    done: () => t`Thank you.`,
  });

/** Ties a passkey's challenge to the browser that received it. */
const passkeyCookie = { name: "fc_passkey", path: "/api/auth/passkeys", seconds: 300 };

export const passkeyRoutes = new Router()
  .get("/", {
    ...byUser("none"),
    summary: "List your passkeys",
    responses: { 200: jsonResponse(passkeysResponseSchema, "Oldest first") },
    handle: async (c) => ok(c, { data: (await listOwnPasskeys(c.var.ctx)).map(withId) }),
  })
  .post("/options", {
    ...byProvedUser("none", "signIn"),
    summary: "Start adding a passkey",
    description:
      "Returns what `navigator.credentials.create` needs. At most 10 passkeys per account.",
    responses: {
      200: jsonResponse(creationOptionsResponseSchema, "Valid once, for five minutes"),
    },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { options, browser } = await startPasskey(ctx, deps.config.appUrl);
      setSecretCookie(c, passkeyCookie, browser);
      return ok(c, { data: options });
    },
  })
  .post("/", {
    ...byProvedUser("none", "signIn"),
    summary: "Add the passkey that the browser made",
    description: "In the browser that received the options: its cookie names them.",
    request: jsonBody(newPasskeyRequestSchema),
    act: async (c) => {
      const { ctx, deps } = c.var;
      const { appUrl } = deps.config;
      const browser = takeSecretCookie(c, passkeyCookie);
      await addPasskey(ctx, { ...c.req.valid("json"), appUrl, browser });
    },
    done: () => t`Passkey added.`,
  })
  .delete("/{id}", {
    ...byProvedUser("none", "tell"),
    summary: "Remove a passkey: it no longer signs in",
    request: { params: z.object({ id: z.string() }) },
    act: async (c) => {
      const { id } = c.req.valid("param");
      if (!isUuid(id)) throw passkeyNotFound();
      await removePasskey(c.var.ctx, asId<PasskeyId>(id.toLowerCase()));
    },
    done: () => t`Passkey removed.`,
  })
  .post("/challenge", {
    access: "public",
    limit: "signIn",
    summary: "Get what a passkey must sign, for a sign-in or a proof of identity",
    description: "Returns what `navigator.credentials.get` needs.",
    responses: {
      200: jsonResponse(requestOptionsResponseSchema, "Valid once, for five minutes"),
    },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { options, browser } = await requestPasskey(ctx, deps.config.appUrl);
      setSecretCookie(c, passkeyCookie, browser);
      return ok(c, { data: options });
    },
  })
  .post("/session", {
    access: "public",
    limit: "signIn",
    summary: "Sign in with a passkey, which counts as both factors",
    description: "In the browser that received the challenge: its cookie names it.",
    request: jsonBody(passkeyRequestSchema),
    responses: { 200: jsonResponse(authResponseSchema, "The account and a session token") },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { credential } = c.req.valid("json");
      const browser = takeSecretCookie(c, passkeyCookie);
      const signature = { credential, appUrl: deps.config.appUrl, browser };
      const signIn = await signInWithPasskey(ctx, { ...signature, ...(await readSignInDevice(c)) });
      setDeviceToken(c, signIn.deviceToken);
      return ok(c, { message: t`Welcome!`, data: presentSignIn(signIn) });
    },
  })
  .post("/proof", {
    ...byUser("none", "signIn"),
    summary: "Prove your identity in this session with a passkey",
    description: "Counts for ten minutes in this session, like `POST /api/auth/proof`.",
    request: jsonBody(passkeyRequestSchema),
    act: async (c) => {
      const { ctx, deps } = c.var;
      const { credential } = c.req.valid("json");
      const browser = takeSecretCookie(c, passkeyCookie);
      const signature = { credential, appUrl: deps.config.appUrl, browser };
      await proveByPasskey(ctx, { token: ownToken(c), ...signature });
    },
    done: () => t`Thank you.`,
  });
