import { t } from "@fairclick/core/language/t";
import type { SignIn } from "@fairclick/services/accounts/sign-in";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env";
import { ok } from "../respond";
import { setDeviceToken } from "./device-cookie";
import { presentSignIn } from "./present-user";

/** Holds a sign-in that waits for the second factor. Only this browser can complete it. */
const COOKIE = "fc_factor";
const COOKIE_PATH = "/api/auth/second-factor";
const COOKIE_SECONDS = 300;

export const SIGNED_IN =
  "The account and a session token; `secondFactor` if a code must be posted to `/api/auth/second-factor/session` first, with the cookie that is set here";

/** Answers a sign-in: with the session or, if the account has a second factor, with the need for it. */
export function answerSignIn(c: Context<AppEnv>, signIn: SignIn, message: string) {
  if ("pendingToken" in signIn) {
    setCookie(c, COOKIE, signIn.pendingToken, {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: "Strict",
      secure: c.var.deps.config.appUrl.startsWith("https:"),
      maxAge: COOKIE_SECONDS,
    });
    return ok(c, { message: t`Please enter a code.`, data: { secondFactor: true as const } });
  }
  setDeviceToken(c, signIn.deviceToken);
  return ok(c, { message, data: presentSignIn(signIn) });
}

export function readPendingToken(c: Context<AppEnv>): string | null {
  return getCookie(c, COOKIE) ?? null;
}

export function clearPendingToken(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, { path: COOKIE_PATH });
}
