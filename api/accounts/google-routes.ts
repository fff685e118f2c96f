import {
  authResponseSchema,
  doneResponseSchema,
  proofRequestSchema,
  signInCodeRequestSchema,
} from "@fairclick/core/accounts/account-schema";
import { AppError } from "@fairclick/core/errors";
import { redirectResponseSchema } from "@fairclick/core/money/payment-schema";
import { connectGoogle, disconnectGoogle } from "@fairclick/services/accounts/auth/connect-google";
import { findActor } from "@fairclick/services/accounts/auth/find-actor";
import { proveIdentity } from "@fairclick/services/accounts/auth/prove-identity";
import { exchangeSignInCode } from "@fairclick/services/accounts/auth/sign-in-code";
import {
  type GoogleProfile,
  signInWithGoogle,
} from "@fairclick/services/accounts/auth/sign-in-with-google";
import { takeAddress } from "@fairclick/services/accounts/auth/take-address";
import { makeToken } from "@fairclick/services/accounts/auth/token";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { ok } from "../respond";
import { keepDevice, signingIn } from "./device-cookie";
import { createGoogleClient, type GoogleClient } from "./google-client";
import { presentSignIn } from "./present-user";
import { asOwner, ownToken } from "./prove-owner";

const COOKIE = "fc_google";
const COOKIE_PATH = "/api/auth/google";
const COOKIE_SECONDS = 600;
/** Ties the code in the address to the browser that went to Google. */
const BROWSER_COOKIE = "fc_google_return";
const BROWSER_SECONDS = 60;
/** A page of the app, with a query of plain characters. */
const PAGE_IN_APP = /^\/app(\/[a-z0-9-]+){1,4}(\?[\w=&%.-]*)?$/;
const UNCONFIGURED = "Google sign-in is not configured on this server.";

type Problem = "google" | "google_unavailable" | "google_unverified";

export const googleRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "public",
      summary: "Send a browser to Google",
      request: { query: z.object({ return: z.string().optional() }) },
      responses: { 302: { description: "To Google's consent page" } },
    }),
    (c) => {
      const google = openClient(c);
      if (!google) return refuseUnconfigured(c);
      const { url, state, codeVerifier } = google.askForConsent();
      const returnTo = pathInApp(c.req.valid("query").return);
      remember(c, { state, codeVerifier, browser: makeToken(), returnTo, connectTo: null });
      return c.redirect(url.href, 302);
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/callback",
      access: "public",
      summary: "Where Google sends the browser back to",
      request: { query: z.object({ code: z.string().optional(), state: z.string().optional() }) },
      responses: { 302: { description: "To the app, with a one-time code in the fragment" } },
    }),
    async (c) => {
      const google = openClient(c);
      if (!google) return refuseUnconfigured(c);
      await takeAddress(c.var.deps.limits, "googleAddress", c.var.clientIp);
      const asked = recall(c);
      const { code, state } = c.req.valid("query");
      if (!asked || !code || state !== asked.state) return giveUp(c, asked, "google");
      try {
        const profile = await google.fetchProfile(code, asked.codeVerifier);
        if (asked.connectTo) return connectProfile(c, asked.connectTo, profile);
        const signIn = await signInWithGoogle(c.var.ctx, { ...profile, browser: asked.browser });
        if (!signIn.ok) return giveUp(c, asked, problemOf(signIn.reason));
        return intoApp(c, signIn.code, asked);
      } catch (error) {
        c.var.ctx.log.warn({ err: error }, "sign-in with Google failed");
        return giveUp(c, asked, "google");
      }
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/session",
      access: "public",
      summary: "Sign in with the one-time code that this browser brought back from Google",
      request: jsonBody(signInCodeRequestSchema),
      responses: { 200: jsonAnswer(authResponseSchema, "The account and a session token") },
    }),
    async (c) => {
      await takeAddress(c.var.deps.limits, "googleAddress", c.var.clientIp);
      const browser = getCookie(c, BROWSER_COOKIE) ?? null;
      const { code } = c.req.valid("json");
      const signIn = await exchangeSignInCode(c.var.ctx, { code, browser, ...signingIn(c) });
      deleteCookie(c, BROWSER_COOKIE, { path: COOKIE_PATH });
      keepDevice(c, signIn.deviceToken);
      const data = presentSignIn(signIn);
      return ok(c, { message: "Welcome!", data });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/connection",
      access: "user",
      summary: "Start connecting a Google account; the browser goes to its consent page",
      request: jsonBody(proofRequestSchema),
      responses: { 200: jsonAnswer(redirectResponseSchema, "Google's consent page") },
    }),
    async (c) => {
      const google = openClient(c);
      if (!google) throw new AppError("unavailable", UNCONFIGURED);
      await asOwner(c, c.req.valid("json").password, (proof) => proveIdentity(c.var.ctx, proof));
      const { url, state, codeVerifier } = google.askForConsent();
      const connectTo = ownToken(c);
      remember(c, { state, codeVerifier, browser: makeToken(), returnTo: null, connectTo });
      return c.json({ url: url.href }, 200);
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/connection",
      access: "user",
      summary: "Sign in with the password only",
      responses: { 200: jsonAnswer(doneResponseSchema, "Disconnected") },
    }),
    async (c) => {
      await disconnectGoogle(c.var.ctx);
      return ok(c, { message: "Google disconnected." });
    },
  );

/** Whoever's session began this in this browser, if it still holds. */
async function connectProfile(c: Context<AppEnv>, token: string, profile: GoogleProfile) {
  const { actor, suspension } = await findActor(c.var.deps, token);
  if (actor.kind !== "user" || suspension) return backToProfile(c, "failed");
  const connection = await connectGoogle({ ...c.var.ctx, actor }, profile);
  return backToProfile(c, connection.ok ? "connected" : connection.reason);
}

function backToProfile(c: Context<AppEnv>, google: string) {
  return c.redirect(`${c.var.deps.config.appUrl}/app/profile?google=${google}`, 302);
}

function openClient(c: Context<AppEnv>): GoogleClient | null {
  const { config } = c.var.deps;
  return config.google && createGoogleClient(config, config.google);
}

function refuseUnconfigured(c: Context<AppEnv>) {
  if ((c.req.header("accept") ?? "").includes("text/html")) {
    return backToLogin(c, "google_unavailable");
  }
  throw new AppError("unavailable", UNCONFIGURED);
}

function problemOf(reason: "email_unverified" | "other_google_account"): Problem {
  return reason === "email_unverified" ? "google_unverified" : "google";
}

function backToLogin(c: Context<AppEnv>, problem: Problem, next: string | null = null) {
  const query = new URLSearchParams({ error: problem, ...(next ? { next } : {}) });
  return c.redirect(`${c.var.deps.config.appUrl}/login?${query}`, 302);
}

/** Back to where the browser came from: the profile of somebody signed in, or the login. */
function giveUp(c: Context<AppEnv>, asked: Asked | null, problem: Problem) {
  return asked?.connectTo
    ? backToProfile(c, "failed")
    : backToLogin(c, problem, asked?.returnTo ?? null);
}

/** In the fragment the code reaches no server's log and no referrer. */
function intoApp(c: Context<AppEnv>, code: string, { browser, returnTo }: Asked) {
  setCookie(c, BROWSER_COOKIE, browser, cookieOptions(c, BROWSER_SECONDS));
  const fragment = new URLSearchParams({ code, ...(returnTo ? { return: returnTo } : {}) });
  return c.redirect(`${c.var.deps.config.appUrl}/login/token#${fragment}`, 302);
}

type Asked = {
  state: string;
  codeVerifier: string;
  /** A secret of the browser that goes to Google. */
  browser: string;
  returnTo: string | null;
  /** The session to whose user the Google account is to be connected; null for a sign-in. */
  connectTo: string | null;
};

function remember(c: Context<AppEnv>, asked: Asked): void {
  const { state, codeVerifier, browser, returnTo, connectTo } = asked;
  const value = [state, codeVerifier, browser, returnTo ?? "", connectTo ?? ""].join(" ");
  setCookie(c, COOKIE, value, cookieOptions(c, COOKIE_SECONDS));
}

function cookieOptions(c: Context<AppEnv>, maxAge: number) {
  const secure = c.var.deps.config.appUrl.startsWith("https:");
  return { path: COOKIE_PATH, httpOnly: true, sameSite: "Lax", secure, maxAge } as const;
}

function recall(c: Context<AppEnv>): Asked | null {
  const parts = (getCookie(c, COOKIE) ?? "").split(" ");
  const [state, codeVerifier, browser, returnTo, connectTo] = parts;
  deleteCookie(c, COOKIE, { path: COOKIE_PATH });
  if (!state || !codeVerifier || !browser) return null;
  return {
    state,
    codeVerifier,
    browser,
    returnTo: pathInApp(returnTo),
    connectTo: connectTo || null,
  };
}

/** Only a page of the app may be returned to; anything else is forgotten. */
function pathInApp(path: string | undefined): string | null {
  return path && path.length <= 500 && PAGE_IN_APP.test(path) ? path : null;
}
