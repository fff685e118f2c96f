import {
  authResponseSchema,
  doneResponseSchema,
  loginRequestSchema,
  meResponseSchema,
  passwordRequestSchema,
  registerRequestSchema,
  sessionsResponseSchema,
  signInResponseSchema,
} from "@fairclick/core/accounts/account";
import type { TargetName } from "@fairclick/core/accounts/limits";
import { compact } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { changePassword } from "@fairclick/services/accounts/passwords";
import { type Account, getAccount } from "@fairclick/services/accounts/profile";
import { register as registerUser } from "@fairclick/services/accounts/register";
import {
  endAllSessions,
  endSession,
  findDeviceBucket,
  KNOWN_DEVICE_DAYS,
  listSessions,
  logout as logOut,
  type SigningIn,
} from "@fairclick/services/accounts/sessions";
import { login as logIn, type SignIn } from "@fairclick/services/accounts/sign-in";
import { isToken } from "@fairclick/services/accounts/token";
import { isAppCode } from "@fairclick/services/accounts/totp";
import { requireUser } from "@fairclick/services/changes";
import { markHoneypot } from "@fairclick/services/clicks/retain";
import type { AccountName } from "@fairclick/sql/accounts/devices";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { requestToken } from "../middleware";
import { readVisitor } from "../read-visitor";
import { created, ok, withId } from "../respond";
import { byProvedUser, byUser, jsonBody, jsonResponse, Router } from "../router";

/** A cookie that scripts cannot read, for one path of the API. */
type SecretCookie = { name: string; path: string; seconds: number; sameSite?: "Lax" };

export function setSecretCookie(c: Context<AppEnv>, cookie: SecretCookie, value: string): void {
  const { name, path, seconds: maxAge, sameSite = "Strict" } = cookie;
  const secure = c.var.deps.config.appUrl.startsWith("https:");
  setCookie(c, name, value, { path, httpOnly: true, sameSite, secure, maxAge });
}

/** Returns the value of the cookie, which is deleted; null if there is none. */
export function takeSecretCookie(c: Context<AppEnv>, { name, path }: SecretCookie): string | null {
  const value = getCookie(c, name) ?? null;
  deleteCookie(c, name, { path });
  return value;
}

/** Holds a sign-in that waits for the second factor. Only this browser can complete it. */
export const factorCookie = { name: "fc_factor", path: "/api/auth/second-factor", seconds: 300 };

export const SIGNED_IN =
  "The account and a session token; `secondFactor` if a code must be posted to `/api/auth/second-factor/session` first, with the cookie that is set here";

/** Answers a sign-in: with the session or, if the account has a second factor, with the need for it. */
export function answerSignIn(c: Context<AppEnv>, signIn: SignIn, message: string) {
  if ("pendingToken" in signIn) {
    setSecretCookie(c, factorCookie, signIn.pendingToken);
    return ok(c, { message: t`Please enter a code.`, data: { secondFactor: true as const } });
  }
  setDeviceToken(c, signIn.deviceToken);
  return ok(c, { message, data: presentSignIn(signIn) });
}

/** Limits guesses of the caller's password, per session. A success clears the count. */
export async function limitPasswords<Answer>(
  c: Context<AppEnv>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  return limitAttempts(c, ["passwordSession", ownToken(c)], run);
}

/**
 * Limits guesses of the codes of an authenticator app: per session, for those who have one. A success
 * clears the count. Recovery codes are not counted, so that the right one always works.
 */
export async function limitCodes<Answer>(
  c: Context<AppEnv>,
  code: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!isAppCode(code)) return run();
  return limitAttempts(c, ["factorDevice", ownToken(c)], run);
}

type Bucket = readonly [TargetName, string];

async function limitAttempts<Answer>(
  c: Context<AppEnv>,
  bucket: Bucket,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { limits } = c.var.deps;
  await limits.take(...bucket);
  const answer = await run();
  await limits.forget(...bucket);
  return answer;
}

/**
 * Returns where attempts at an account are counted: per device on which it has signed in before, so
 * that strangers cannot use up its owner's, and else for all other browsers together.
 */
export async function findBucket(
  c: Context<AppEnv>,
  account: AccountName,
  [device, others]: readonly [TargetName, TargetName],
): Promise<Bucket> {
  const known = await findDeviceBucket(c.var.ctx, { account, deviceTokens: readDeviceTokens(c) });
  if (known !== null) return [device, known];
  return [others, "email" in account ? account.email : account.userId];
}

/** Completes a sign-in with a code. Limits guesses, as `limitCodes` does. */
export async function limitFactor<Answer>(
  c: Context<AppEnv>,
  { userId, code }: { userId: UserId; code: string },
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!isAppCode(code)) return run();
  return limitAttempts(c, await findBucket(c, { userId }, ["factorDevice", "factorAccount"]), run);
}

const devicesCookie = {
  name: "fc_known",
  path: "/api/auth",
  seconds: KNOWN_DEVICE_DAYS * 86_400,
};
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
function readDeviceTokens(c: Context<AppEnv>): string[] {
  const tokens = (getCookie(c, devicesCookie.name) ?? "").slice(0, 500).split(".").filter(isToken);
  return [...new Set(tokens)].slice(0, MAX_ACCOUNTS);
}

/** Sets the cookie, with this account's token first. */
export function setDeviceToken(c: Context<AppEnv>, deviceToken: string): void {
  const others = readDeviceTokens(c).filter((token) => token !== deviceToken);
  const tokens = [deviceToken, ...others].slice(0, MAX_ACCOUNTS);
  setSecretCookie(c, devicesCookie, tokens.join("."));
}

/** Returns the request's session token. Throws `unauthenticated` if there is none. */
export function ownToken(c: Context<AppEnv>): string {
  const token = requestToken(c);
  if (token === null) throw new AppError("unauthenticated", t`Authentication failed`);
  return token;
}

function presentUser(account: Account) {
  return compact({
    _id: account.id,
    username: account.username,
    email: account.email,
    walletBalance: account.walletMicros,
    stripeAccountVerified: account.stripeAccountVerified,
    country: account.country ?? undefined,
    mustConfirmGuardian: account.mustConfirmGuardian || undefined,
    waitsForGame: account.waitsForGameAt ? (true as const) : undefined,
    suspension: presentSuspension(account),
  });
}

function presentSuspension({ suspendedAt, suspensionReason: reason }: Account) {
  return suspendedAt ? { since: suspendedAt, reason } : undefined;
}

/** Presents a sign-in. No other response contains the session token. */
export function presentSignIn({ account, token }: { account: Account; token: string }) {
  return { user: presentUser(account), token };
}

export const authRoutes = new Router()
  .post("/register", {
    access: "public",
    limit: "register",
    summary: "Create an account and sign in",
    request: jsonBody(registerRequestSchema),
    responses: { 201: jsonResponse(authResponseSchema, "The account and a session token") },
    handle: async (c) => {
      const input = c.req.valid("json");
      const { limits } = c.var.deps;
      await limits.take("registerAccount", input.email);
      if (input.website) await markHoneypot(c.var.ctx, await readVisitor(c));
      const device = await readSignInDevice(c);
      const signIn = await registerUser(c.var.ctx, { ...input, ...device });
      setDeviceToken(c, signIn.deviceToken);
      const message = t`Account created successfully! Welcome to Fairclick.`;
      return created(c, { message, data: presentSignIn(signIn) });
    },
  })
  .post("/login", {
    access: "public",
    limit: "signIn",
    summary: "Sign in with email and password",
    request: jsonBody(loginRequestSchema),
    responses: { 200: jsonResponse(signInResponseSchema, SIGNED_IN) },
    handle: async (c) => {
      const input = c.req.valid("json");
      const account = { email: input.email.toLowerCase() };
      const signingIn = await readSignInDevice(c);
      const bucket = await findBucket(c, account, ["loginDevice", "loginAccount"]);
      const signIn = await limitAttempts(c, bucket, () =>
        logIn(c.var.ctx, { ...input, ...signingIn }),
      );
      return answerSignIn(c, signIn, t`Login successful! Welcome back.`);
    },
  })
  .get("/me", {
    ...byUser("read"),
    summary: "Get the signed-in user",
    responses: { 200: jsonResponse(meResponseSchema, "The account") },
    handle: async (c) => {
      const account = await getAccount(c.var.ctx, requireUser(c.var.ctx));
      return ok(c, { message: t`Signed in`, data: { user: presentUser(account) } });
    },
  })
  .post("/logout", {
    ...byUser("none", "write"),
    summary: "Sign out: revoke the session token of this request",
    act: async (c) => {
      const token = requestToken(c);
      if (token) await logOut(c.var.ctx, token);
    },
    done: () => t`Logged out`,
  });

export const sessionRoutes = new Router()
  .post("/password", {
    ...byProvedUser("none", "tell"),
    summary: "Set a new password and end all other sessions",
    request: jsonBody(passwordRequestSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Changed") },
    handle: async (c) => {
      const { newPassword } = c.req.valid("json");
      const deviceTokens = readDeviceTokens(c);
      await changePassword(c.var.ctx, { newPassword, token: ownToken(c), deviceTokens });
      const message = t`Password changed. You are signed out everywhere else.`;
      return ok(c, { message });
    },
  })
  .get("/sessions", {
    ...byUser("none"),
    summary: "List your sessions, most recently used first",
    responses: { 200: jsonResponse(sessionsResponseSchema, "The sessions") },
    handle: async (c) => {
      return ok(c, { data: (await listSessions(c.var.ctx, ownToken(c))).map(withId) });
    },
  })
  .delete("/sessions/{id}", {
    ...byUser("none", "write"),
    summary: "End one of your sessions",
    request: { params: z.object({ id: z.string() }) },
    act: (c) => endSession(c.var.ctx, c.req.valid("param").id),
    done: () => t`Signed out there.`,
  })
  .delete("/sessions", {
    ...byUser("none", "write"),
    summary: "End all your sessions, this one included",
    act: (c) => endAllSessions(c.var.ctx),
    done: () => t`Signed out everywhere.`,
  });
