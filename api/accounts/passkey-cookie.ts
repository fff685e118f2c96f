import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env";

/** Ties a passkey's challenge to the browser that received it. */
const COOKIE = "fc_passkey";
const PATH = "/api/auth/passkeys";
const SECONDS = 300;

export function setPasskeyBrowser(c: Context<AppEnv>, browser: string): void {
  setCookie(c, COOKIE, browser, {
    path: PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: c.var.deps.config.appUrl.startsWith("https:"),
    maxAge: SECONDS,
  });
}

/** Returns the secret of the cookie, which is deleted; null if there is none. */
export function takePasskeyBrowser(c: Context<AppEnv>): string | null {
  const browser = getCookie(c, COOKIE) ?? null;
  deleteCookie(c, COOKIE, { path: PATH });
  return browser;
}
