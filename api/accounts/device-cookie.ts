import { KNOWN_DEVICE_DAYS, type SigningIn } from "@fairclick/services/accounts/sessions";
import { isToken } from "@fairclick/services/accounts/token";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env";

const COOKIE = "fc_known";
const PATH = "/api/auth";
/** Max accounts remembered per browser. */
const MAX_ACCOUNTS = 4;

/** Returns what a sign-in records about its browser and place. */
export async function readSignInDevice(c: Context<AppEnv>): Promise<SigningIn> {
  return {
    userAgent: c.req.header("user-agent") ?? null,
    place: await c.var.deps.places.findCountry(c.var.clientIp),
    deviceTokens: readDeviceTokens(c),
  };
}

/** Returns one token per account that signed in with this browser, the most recent first. */
export function readDeviceTokens(c: Context<AppEnv>): string[] {
  const tokens = (getCookie(c, COOKIE) ?? "").slice(0, 500).split(".").filter(isToken);
  return [...new Set(tokens)].slice(0, MAX_ACCOUNTS);
}

/** Sets the cookie, with this account's token first. */
export function setDeviceToken(c: Context<AppEnv>, deviceToken: string): void {
  const others = readDeviceTokens(c).filter((token) => token !== deviceToken);
  setCookie(c, COOKIE, [deviceToken, ...others].slice(0, MAX_ACCOUNTS).join("."), {
    path: PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: c.var.deps.config.appUrl.startsWith("https:"),
    maxAge: KNOWN_DEVICE_DAYS * 86_400,
  });
}
