import {
  doneResponseSchema,
  signInCodeRequestSchema,
  signInResponseSchema,
} from "@fairclick/core/accounts/account";
import { compact } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { redirectResponseSchema } from "@fairclick/core/money/deposits";
import { findActor } from "@fairclick/services/accounts/actors";
import {
  connectGoogle,
  disconnectGoogle,
  type GoogleProfile,
  signInWithGoogle,
} from "@fairclick/services/accounts/google";
import { exchangeSignInCode } from "@fairclick/services/accounts/sign-in";
import { makeToken } from "@fairclick/services/accounts/token";
import type { Config, GoogleConfig } from "@fairclick/services/config";
import { withTimeout } from "@fairclick/services/context";
import {
  CodeChallengeMethod,
  decodeIdToken,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
} from "arctic";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { answer, ok } from "../respond";
import { jsonBody, jsonResponse, Router } from "../router";
import { answerSignIn, ownToken, readSignInDevice, SIGNED_IN } from "./sign-in";

const COOKIE = "fc_google";
const COOKIE_PATH = "/api/auth/google";
const COOKIE_SECONDS = 600;
/** Holds the secret that ties the one-time code to this browser. */
const BROWSER_COOKIE = "fc_google_return";
const BROWSER_SECONDS = 60;
/** A page of the app, optionally with a simple query. */
const PAGE_IN_APP = /^\/app(\/[a-z0-9-]+){1,4}(\?[\w=&%.-]*)?$/;

type Problem = "google" | "google_unavailable" | "google_unverified";

export const googleRoutes = new Router()
  .get("/", {
    access: "public",
    limit: "signIn",
    summary: "Redirect the browser to Google's consent page",
    request: { query: z.object({ return: z.string().optional() }) },
    responses: { 302: { description: "Redirects to Google's consent page" } },
    handle: (c) => {
      const google = openClient(c);
      if (!google) return refuseUnconfigured(c);
      const { url, state, codeVerifier } = google.createConsent();
      const returnTo = parseAppPath(c.req.valid("query").return);
      storeAttempt(c, { state, codeVerifier, browser: makeToken(), returnTo, connectTo: null });
      return c.redirect(url.href, 302);
    },
  })
  .get("/callback", {
    access: "public",
    limit: "signIn",
    summary: "Receive the browser when it returns from Google",
    request: { query: z.object({ code: z.string().optional(), state: z.string().optional() }) },
    responses: {
      302: { description: "Redirects to the app, with a one-time code in the fragment" },
    },
    handle: async (c) => {
      const google = openClient(c);
      if (!google) return refuseUnconfigured(c);
      const attempt = consumeAttempt(c);
      const { code, state } = c.req.valid("query");
      if (!attempt || !code || state !== attempt.state)
        return redirectFailure(c, attempt, "google");
      try {
        const profile = await google.fetchProfile(code, attempt.codeVerifier);
        if (attempt.connectTo) return connectProfile(c, attempt.connectTo, profile);
        const signIn = await signInWithGoogle(c.var.ctx, { ...profile, browser: attempt.browser });
        if (!signIn.ok) return redirectFailure(c, attempt, signInProblem(signIn.reason));
        return redirectIntoApp(c, signIn.code, attempt);
      } catch (error) {
        c.var.ctx.log.warn({ err: error }, "sign-in with Google failed");
        return redirectFailure(c, attempt, "google");
      }
    },
  })
  .post("/session", {
    access: "public",
    limit: "signIn",
    summary: "Exchange the one-time code from the Google callback for a session",
    request: jsonBody(signInCodeRequestSchema),
    responses: { 200: jsonResponse(signInResponseSchema, SIGNED_IN) },
    handle: async (c) => {
      const browser = getCookie(c, BROWSER_COOKIE) ?? null;
      const { code } = c.req.valid("json");
      const signIn = await exchangeSignInCode(c.var.ctx, {
        code,
        browser,
        ...(await readSignInDevice(c)),
      });
      deleteCookie(c, BROWSER_COOKIE, { path: COOKIE_PATH });
      return answerSignIn(c, signIn, t`Welcome!`);
    },
  })
  .post("/connection", {
    access: "user:proof",
    keyScope: "none",
    limit: "tell",
    summary: "Start connecting a Google account",
    responses: { 200: jsonResponse(redirectResponseSchema, "Google's consent page") },
    handle: async (c) => {
      const google = openClient(c);
      if (!google) throw unconfigured();
      const { url, state, codeVerifier } = google.createConsent();
      const connectTo = ownToken(c);
      storeAttempt(c, { state, codeVerifier, browser: makeToken(), returnTo: null, connectTo });
      return answer(c, { url: url.href });
    },
  })
  .delete("/connection", {
    access: "user:proof",
    keyScope: "none",
    limit: "tell",
    summary: "Disconnect Google; sign-in then needs the password",
    responses: { 200: jsonResponse(doneResponseSchema, "Disconnected") },
    handle: async (c) => {
      await disconnectGoogle(c.var.ctx);
      return ok(c, { message: t`Google disconnected.` });
    },
  });

/** Connects Google to the user who started this, if that session is still valid. */
async function connectProfile(c: Context<AppEnv>, token: string, profile: GoogleProfile) {
  const { actor, suspension } = await findActor(c.var.deps, token);
  if (actor.kind !== "user" || suspension) return redirectToProfile(c, "failed");
  const connection = await connectGoogle({ ...c.var.ctx, actor }, profile);
  return redirectToProfile(c, connection.ok ? "connected" : connection.reason);
}

function redirectToProfile(c: Context<AppEnv>, google: string) {
  return c.redirect(`${c.var.deps.config.appUrl}/app/profile?google=${google}`, 302);
}

function openClient(c: Context<AppEnv>): GoogleClient | null {
  const { config } = c.var.deps;
  return config.google && createGoogleClient(config, config.google);
}

function refuseUnconfigured(c: Context<AppEnv>) {
  if ((c.req.header("accept") ?? "").includes("text/html")) {
    return redirectToLogin(c, "google_unavailable");
  }
  throw unconfigured();
}

function signInProblem(reason: "email_unverified" | "other_google_account"): Problem {
  return reason === "email_unverified" ? "google_unverified" : "google";
}

function redirectToLogin(c: Context<AppEnv>, problem: Problem, next: string | null = null) {
  const query = new URLSearchParams(compact({ error: problem, next: next ?? undefined }));
  return c.redirect(`${c.var.deps.config.appUrl}/login?${query}`, 302);
}

/** Redirects to the profile if the user was connecting Google, else to the login page. */
function redirectFailure(c: Context<AppEnv>, attempt: Attempt | null, problem: Problem) {
  return attempt?.connectTo
    ? redirectToProfile(c, "failed")
    : redirectToLogin(c, problem, attempt?.returnTo ?? null);
}

/** Redirects into the app. The code is in the fragment, which appears in no server log or referrer. */
function redirectIntoApp(c: Context<AppEnv>, code: string, { browser, returnTo }: Attempt) {
  setCookie(c, BROWSER_COOKIE, browser, cookieOptions(c, BROWSER_SECONDS));
  const fragment = new URLSearchParams(compact({ code, return: returnTo ?? undefined }));
  return c.redirect(`${c.var.deps.config.appUrl}/login/token#${fragment}`, 302);
}

/** A sign-in or connection attempt, kept in a cookie while the browser is at Google. */
type Attempt = {
  state: string;
  codeVerifier: string;
  /** A secret that ties the one-time code to this browser. */
  browser: string;
  returnTo: string | null;
  /** Session token of the user to connect Google to; null for a sign-in. */
  connectTo: string | null;
};

function storeAttempt(c: Context<AppEnv>, attempt: Attempt): void {
  const { state, codeVerifier, browser, returnTo, connectTo } = attempt;
  const value = [state, codeVerifier, browser, returnTo ?? "", connectTo ?? ""].join(" ");
  setCookie(c, COOKIE, value, cookieOptions(c, COOKIE_SECONDS));
}

function cookieOptions(c: Context<AppEnv>, maxAge: number) {
  const secure = c.var.deps.config.appUrl.startsWith("https:");
  return { path: COOKIE_PATH, httpOnly: true, sameSite: "Lax", secure, maxAge } as const;
}

/** Reads and clears the cookie; returns null if it is missing or malformed. */
function consumeAttempt(c: Context<AppEnv>): Attempt | null {
  const parts = (getCookie(c, COOKIE) ?? "").split(" ");
  const [state, codeVerifier, browser, returnTo, connectTo] = parts;
  deleteCookie(c, COOKIE, { path: COOKIE_PATH });
  if (!state || !codeVerifier || !browser) return null;
  return {
    state,
    codeVerifier,
    browser,
    returnTo: parseAppPath(returnTo),
    connectTo: connectTo || null,
  };
}

/** Returns the path if it is a page of the app, else null. */
function parseAppPath(path: string | undefined): string | null {
  return path && path.length <= 500 && PAGE_IN_APP.test(path) ? path : null;
}

function unconfigured(): AppError {
  return new AppError("unavailable", t`Google sign-in is not configured on this server.`);
}

const SCOPES = ["openid", "email", "profile"];
const TIMEOUT_MS = 10_000;

export type Consent = { url: URL; state: string; codeVerifier: string };

type GoogleClient = {
  /** Returns the consent page's URL, and the state and verifier to keep until the browser returns. */
  createConsent: () => Consent;
  /** Exchanges the code from the callback for a profile. Throws if Google rejects it. */
  fetchProfile: (code: string, codeVerifier: string) => Promise<GoogleProfile>;
};

/**
 * The token comes directly from Google's server over TLS, so its signature is not checked. Its
 * audience and expiry are.
 */
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z
    .email()
    .max(254)
    .transform((email) => email.toLowerCase()),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().nullish(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
});

function createGoogleClient(config: Config, google: GoogleConfig): GoogleClient {
  const { clientId, clientSecret, authorizationUrl, tokenUrl } = google;
  const redirectUrl = `${config.appUrl}/api/auth/google/callback`;
  const client = new OAuth2Client(clientId, clientSecret, redirectUrl);
  return {
    createConsent: () => {
      const state = generateState();
      const codeVerifier = generateCodeVerifier();
      const url = client.createAuthorizationURLWithPKCE(
        authorizationUrl,
        state,
        CodeChallengeMethod.S256,
        codeVerifier,
        SCOPES,
      );
      return { url, state, codeVerifier };
    },
    fetchProfile: async (code, codeVerifier) => {
      const exchange = client.validateAuthorizationCode(tokenUrl, code, codeVerifier);
      const tokens = await withTimeout(exchange, TIMEOUT_MS, "Google");
      const claims = claimsSchema.parse(decodeIdToken(tokens.idToken()));
      if (![claims.aud].flat().includes(clientId))
        throw new Error("The token is for another client");
      if (claims.exp * 1_000 < Date.now()) throw new Error("The token has expired");
      return {
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        name: claims.name ?? null,
      };
    },
  };
}
