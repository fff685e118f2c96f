import { AppError } from "@fairclick/core/errors";
import { tooYoung } from "@fairclick/services/accounts/agreement";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env";

/** Marks a browser in which somebody was too young. It says nothing about who. */
const COOKIE = "fc_age";
const COOKIE_SECONDS = 86_400;

/**
 * Runs a check of somebody's age. A browser in which it failed is refused for a day, so that another
 * month of birth is not simply tried next.
 */
export function refuseYoungBrowser(c: Context<AppEnv>, check: () => void): void {
  if (getCookie(c, COOKIE) !== undefined) throw tooYoung();
  try {
    check();
  } catch (error) {
    if (error instanceof AppError && error.code === "age_refused") {
      setCookie(c, COOKIE, "1", {
        path: "/api",
        httpOnly: true,
        sameSite: "Strict",
        secure: c.var.deps.config.appUrl.startsWith("https:"),
        maxAge: COOKIE_SECONDS,
      });
    }
    throw error;
  }
}
