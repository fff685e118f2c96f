import { signInCodeRequestSchema, signInResponseSchema } from "@fairclick/core/accounts/account";
import { compact } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  disconnectGoogle,
  type GoogleProfile,
  signInWithGoogle,
} from "@fairclick/services/accounts/register";
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
import { getCookie } from "hono/cookie";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { byProvedUser, jsonBody, jsonResponse, Router } from "../router";
import {
  answerSignIn,
  readSignInDevice,
  SIGNED_IN,
  setSecretCookie,
  takeSecretCookie,
} from "./sign-in";

/** `Lax`, because the browser returns from Google's site. */
const onReturn = { path: "/api/auth/google", sameSite: "Lax" } as const;
const attemptCookie = { ...onReturn, name: "fc_google", seconds: 600 };
/** Holds the secret that ties the one-time code to this browser. */
const browserCookie = { ...onReturn, name: "fc_google_return", seconds: 60 };
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
      storeAttempt(c, { state, codeVerifier, browser: makeToken(), returnTo });
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
        return redirectToLogin(c, "google", attempt?.returnTo);
      try {
        const profile = await google.fetchProfile(code, attempt.codeVerifier);
        const signIn = await signInWithGoogle(c.var.ctx, { ...profile, browser: attempt.browser });
        if (!signIn.ok) return redirectToLogin(c, signInProblem(signIn.reason), attempt.returnTo);
        return redirectIntoApp(c, signIn.code, attempt);
      } catch (error) {
        c.var.ctx.log.warn({ err: error }, "sign-in with Google failed");
        return redirectToLogin(c, "google", attempt.returnTo);
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
      const browser = getCookie(c, browserCookie.name) ?? null;
      const { code } = c.req.valid("json");
      const signIn = await exchangeSignInCode(c.var.ctx, {
        code,
        browser,
        ...(await readSignInDevice(c)),
      });
      takeSecretCookie(c, browserCookie);
      return answerSignIn(c, signIn, t`Welcome!`);
    },
  })
  .delete("/connection", {
    ...byProvedUser("none", "tell"),
    summary: "Disconnect Google; sign-in then needs the password",
    act: (c) => disconnectGoogle(c.var.ctx),
    done: () => t`Google disconnected.`,
  });

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

function redirectToLogin(c: Context<AppEnv>, problem: Problem, next?: string | null) {
  const query = new URLSearchParams(compact({ error: problem, next: next ?? undefined }));
  return c.redirect(`${c.var.deps.config.appUrl}/login?${query}`, 302);
}

/** Redirects into the app. The code is in the fragment, which appears in no server log or referrer. */
function redirectIntoApp(c: Context<AppEnv>, code: string, { browser, returnTo }: Attempt) {
  setSecretCookie(c, browserCookie, browser);
  const fragment = new URLSearchParams(compact({ code, return: returnTo ?? undefined }));
  return c.redirect(`${c.var.deps.config.appUrl}/login/token#${fragment}`, 302);
}

/** A sign-in, kept in a cookie while the browser is at Google. */
type Attempt = {
  state: string;
  codeVerifier: string;
  /** A secret that ties the one-time code to this browser. */
  browser: string;
  returnTo: string | null;
};

function storeAttempt(c: Context<AppEnv>, attempt: Attempt): void {
  const { state, codeVerifier, browser, returnTo } = attempt;
  const value = [state, codeVerifier, browser, returnTo ?? ""].join(" ");
  setSecretCookie(c, attemptCookie, value);
}

/** Reads and clears the cookie; returns null if it is missing or malformed. */
function consumeAttempt(c: Context<AppEnv>): Attempt | null {
  const parts = (takeSecretCookie(c, attemptCookie) ?? "").split(" ");
  const [state, codeVerifier, browser, returnTo] = parts;
  if (!state || !codeVerifier || !browser) return null;
  return { state, codeVerifier, browser, returnTo: parseAppPath(returnTo) };
}

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
