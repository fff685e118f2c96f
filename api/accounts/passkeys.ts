import { authResponseSchema, doneResponseSchema } from "@fairclick/core/accounts/account";
import {
  creationOptionsResponseSchema,
  newPasskeyRequestSchema,
  passkeyRequestSchema,
  passkeysResponseSchema,
  requestOptionsResponseSchema,
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
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { ok, withId } from "../respond";
import { jsonBody, jsonResponse, Router } from "../router";
import { ownToken, presentSignIn, readSignInDevice, setDeviceToken } from "./sign-in";

export const passkeyRoutes = new Router()
  .get("/", {
    access: "user",
    keyScope: "none",
    summary: "List your passkeys",
    responses: { 200: jsonResponse(passkeysResponseSchema, "Oldest first") },
    handle: async (c) => ok(c, { data: (await listOwnPasskeys(c.var.ctx)).map(withId) }),
  })
  .post("/options", {
    access: "user:proof",
    keyScope: "none",
    limit: "signIn",
    summary: "Start adding a passkey",
    description:
      "Returns what `navigator.credentials.create` needs. At most 10 passkeys per account.",
    responses: {
      200: jsonResponse(creationOptionsResponseSchema, "Valid once, for five minutes"),
    },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { options, browser } = await startPasskey(ctx, deps.config.appUrl);
      setPasskeyBrowser(c, browser);
      return ok(c, { data: options });
    },
  })
  .post("/", {
    access: "user:proof",
    keyScope: "none",
    limit: "signIn",
    summary: "Add the passkey that the browser made",
    description: "In the browser that received the options: its cookie names them.",
    request: jsonBody(newPasskeyRequestSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Added") },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { appUrl } = deps.config;
      const browser = takePasskeyBrowser(c);
      await addPasskey(ctx, { ...c.req.valid("json"), appUrl, browser });
      return ok(c, { message: t`Passkey added.` });
    },
  })
  .delete("/{id}", {
    access: "user:proof",
    keyScope: "none",
    limit: "tell",
    summary: "Remove a passkey: it no longer signs in",
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: jsonResponse(doneResponseSchema, "Removed") },
    handle: async (c) => {
      const { id } = c.req.valid("param");
      if (!isUuid(id)) throw passkeyNotFound();
      await removePasskey(c.var.ctx, asId<PasskeyId>(id.toLowerCase()));
      return ok(c, { message: t`Passkey removed.` });
    },
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
      setPasskeyBrowser(c, browser);
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
      const browser = takePasskeyBrowser(c);
      const signature = { credential, appUrl: deps.config.appUrl, browser };
      const signIn = await signInWithPasskey(ctx, { ...signature, ...(await readSignInDevice(c)) });
      setDeviceToken(c, signIn.deviceToken);
      return ok(c, { message: t`Welcome!`, data: presentSignIn(signIn) });
    },
  })
  .post("/proof", {
    access: "user",
    keyScope: "none",
    limit: "signIn",
    summary: "Prove your identity in this session with a passkey",
    description: "Counts for ten minutes in this session, like `POST /api/auth/proof`.",
    request: jsonBody(passkeyRequestSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Proved") },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { credential } = c.req.valid("json");
      const browser = takePasskeyBrowser(c);
      const signature = { credential, appUrl: deps.config.appUrl, browser };
      await proveByPasskey(ctx, { token: ownToken(c), ...signature });
      return ok(c, { message: t`Thank you.` });
    },
  });

/** Ties a passkey's challenge to the browser that received it. */
const COOKIE = "fc_passkey";
const PATH = "/api/auth/passkeys";
const SECONDS = 300;

function setPasskeyBrowser(c: Context<AppEnv>, browser: string): void {
  setCookie(c, COOKIE, browser, {
    path: PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: c.var.deps.config.appUrl.startsWith("https:"),
    maxAge: SECONDS,
  });
}

/** Returns the secret of the cookie, which is deleted; null if there is none. */
function takePasskeyBrowser(c: Context<AppEnv>): string | null {
  const browser = getCookie(c, COOKIE) ?? null;
  deleteCookie(c, COOKIE, { path: PATH });
  return browser;
}
