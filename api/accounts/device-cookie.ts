import { KNOWN_DEVICE_DAYS } from "@fairclick/services/accounts/auth/known-devices";
import type { SigningIn } from "@fairclick/services/accounts/auth/open-session";
import { isToken } from "@fairclick/services/accounts/auth/token";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env";

const COOKIE = "fc_known";
const PATH = "/api/auth";
/** Accounts of one browser that are remembered at the same time. */
const MOST_ACCOUNTS = 4;

/** What a sign-in says about the browser that makes it. */
export function signingIn(c: Context<AppEnv>): SigningIn {
  return { userAgent: c.req.header("user-agent") ?? null, deviceTokens: readDeviceTokens(c) };
}

/** One token per account that signed in with this browser. */
export function readDeviceTokens(c: Context<AppEnv>): string[] {
  const tokens = (getCookie(c, COOKIE) ?? "").slice(0, 500).split(".").filter(isToken);
  return [...new Set(tokens)].slice(0, MOST_ACCOUNTS);
}

/** Puts the token of the account that signed in before those of other accounts. */
export function keepDevice(c: Context<AppEnv>, deviceToken: string): void {
  const others = readDeviceTokens(c).filter((token) => token !== deviceToken);
  setCookie(c, COOKIE, [deviceToken, ...others].slice(0, MOST_ACCOUNTS).join("."), {
    path: PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: c.var.deps.config.appUrl.startsWith("https:"),
    maxAge: KNOWN_DEVICE_DAYS * 86_400,
  });
}
