import { AppError } from "@fairclick/core/errors";
import { signInWithGoogle } from "@fairclick/services/auth/sign-in-with-google";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { defineRoute, newRouter } from "../define-route";
import { createGoogleClient, type GoogleClient } from "../google-client";

const COOKIE = "fc_google";
const COOKIE_PATH = "/api/auth/google";
const COOKIE_SECONDS = 600;

type Problem = "google" | "google_unavailable" | "google_unverified";

const start = defineRoute({
  method: "get",
  path: "/",
  access: "public",
  summary: "Send a browser to Google; it comes back signed in",
  request: { query: z.object({ return: z.string().optional() }) },
  responses: { 302: { description: "To Google's consent page" } },
});

const callback = defineRoute({
  method: "get",
  path: "/callback",
  access: "public",
  summary: "Where Google sends the browser back to",
  request: { query: z.object({ code: z.string().optional(), state: z.string().optional() }) },
  responses: { 302: { description: "To the app, with the session token in the fragment" } },
});

export const googleRoutes = newRouter()
  .openapi(start, (c) => {
    const google = openClient(c);
    if (!google) return refuseUnconfigured(c);
    const { url, state, codeVerifier } = google.askForConsent();
    remember(c, { state, codeVerifier, returnTo: pathInApp(c.req.valid("query").return) });
    return c.redirect(url.href, 302);
  })
  .openapi(callback, async (c) => {
    const google = openClient(c);
    if (!google) return refuseUnconfigured(c);
    await c.var.deps.limits.take("googleAddress", c.var.clientKey);
    const asked = recall(c);
    const { code, state } = c.req.valid("query");
    if (!asked || !code || state !== asked.state) return backToLogin(c, "google");
    try {
      const profile = await google.fetchProfile(code, asked.codeVerifier);
      const signIn = await signInWithGoogle(c.var.ctx, profile);
      if (!signIn.ok) return backToLogin(c, problemOf(signIn.reason));
      return intoApp(c, signIn.token, asked.returnTo);
    } catch (error) {
      c.var.ctx.log.warn({ err: error }, "sign-in with Google failed");
      return backToLogin(c, "google");
    }
  });

function openClient(c: Context<AppEnv>): GoogleClient | null {
  const { config } = c.var.deps;
  return config.google && createGoogleClient(config, config.google);
}

function refuseUnconfigured(c: Context<AppEnv>) {
  if ((c.req.header("accept") ?? "").includes("text/html")) {
    return backToLogin(c, "google_unavailable");
  }
  throw new AppError("unavailable", "Google sign-in is not configured on this server.");
}

function problemOf(reason: "email_unverified" | "other_google_account"): Problem {
  return reason === "email_unverified" ? "google_unverified" : "google";
}

function backToLogin(c: Context<AppEnv>, problem: Problem) {
  return c.redirect(`${c.var.deps.config.appUrl}/login?error=${problem}`, 302);
}

/** In the fragment the token reaches no server's log and no referrer. */
function intoApp(c: Context<AppEnv>, token: string, returnTo: string | null) {
  const fragment = new URLSearchParams({ token, ...(returnTo ? { return: returnTo } : {}) });
  return c.redirect(`${c.var.deps.config.appUrl}/login/token#${fragment}`, 302);
}

type Asked = { state: string; codeVerifier: string; returnTo: string | null };

function remember(c: Context<AppEnv>, { state, codeVerifier, returnTo }: Asked): void {
  setCookie(c, COOKIE, [state, codeVerifier, returnTo ?? ""].join(" "), {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: "Lax",
    secure: c.var.deps.config.appUrl.startsWith("https:"),
    maxAge: COOKIE_SECONDS,
  });
}

function recall(c: Context<AppEnv>): Asked | null {
  const [state, codeVerifier, returnTo] = (getCookie(c, COOKIE) ?? "").split(" ");
  deleteCookie(c, COOKIE, { path: COOKIE_PATH });
  return state && codeVerifier ? { state, codeVerifier, returnTo: pathInApp(returnTo) } : null;
}

/** Only a page of the app may be returned to; anything else is forgotten. */
function pathInApp(path: string | undefined): string | null {
  return path && /^\/app(\/[a-z0-9-]+){1,4}$/.test(path) ? path : null;
}
