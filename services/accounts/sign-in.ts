import type { loginRequestSchema } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { getSecondFactor } from "@fairclick/sql/accounts/factors";
import {
  deleteExpiredTokens,
  findToken,
  insertToken,
  lockUserOfToken,
  redeemToken,
} from "@fairclick/sql/accounts/one-time-tokens";
import { findUserByEmail, lockCredentials, lockPassword } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { z } from "zod";
import type { Ctx } from "../context";
import { consumeToken } from "./mail-tokens";
import { verifyPassword } from "./passwords";
import { type Account, getAccount } from "./profile";
import { type OpenedSession, openSession, type SigningIn } from "./sessions";
import { hashToken, isToken, makeToken } from "./token";
import { acceptCode, readTotpSecret } from "./totp";

/** Throws the same error, after the same work, whether the e-mail or the password is wrong. */
export async function login(
  ctx: Ctx,
  input: z.infer<typeof loginRequestSchema> & SigningIn,
): Promise<SignIn> {
  const user = await findUserByEmail(ctx.db.sql, input.email.toLowerCase());
  const matches = await verifyPassword(input.password, user?.passwordHash ?? null);
  if (!user || !matches) throw refuse();
  const { userAgent, place, deviceTokens } = input;
  const signingIn = { userId: user.id, at: ctx.now(), userAgent, place, deviceTokens };
  const entry = await withTx(ctx.db, async (tx) => {
    const { id: userId, passwordHash } = user;
    if (!(await lockPassword(tx, { userId, passwordHash }))) throw refuse();
    return enterAccount(tx, signingIn);
  });
  return withAccount(ctx, user.id, entry);
}

function refuse(): AppError {
  return new AppError("unauthenticated", t`Invalid email or password`);
}

const LIFETIME_MS = 5 * 60_000;

/** A sign-in that waits for the second factor. The token goes to the browser and nowhere else. */
export type PendingSignIn = { pendingToken: string };
export type SignedIn = OpenedSession & { account: Account };
export type SignIn = SignedIn | PendingSignIn;

/**
 * Signs in a user who passed a first factor: the password, Google or a mail. Opens a session only if
 * the account has no second factor, also on known devices. Lock the user first, so that a second
 * factor that is being turned on counts.
 */
export async function enterAccount(
  tx: Tx,
  input: SigningIn & { userId: UserId; at: Date },
): Promise<OpenedSession | PendingSignIn> {
  const { userId, at } = input;
  const { required } = await getSecondFactor(tx, userId);
  if (!required) return openSession(tx, input);
  const pendingToken = makeToken();
  await deleteExpiredTokens(tx, at);
  await insertToken(tx, {
    tokenHash: hashToken(pendingToken),
    purpose: "second_factor",
    userId,
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  });
  return { pendingToken };
}

/** Adds the account to an opened session. A pending sign-in does not show it. */
export async function withAccount(
  ctx: Ctx,
  userId: UserId,
  entry: OpenedSession | PendingSignIn,
): Promise<SignIn> {
  if ("pendingToken" in entry) return entry;
  return { account: await getAccount(ctx, userId), ...entry };
}

/** Returns the user of a sign-in that waits for a code. Throws `forbidden` if it has expired. */
export async function findPendingSignIn(ctx: Ctx, pendingToken: string | null): Promise<UserId> {
  if (pendingToken === null || !isToken(pendingToken)) throw expired();
  const found = await findToken(ctx.db.sql, namePending(pendingToken));
  if (!found?.userId || found.expiresAt <= ctx.now()) throw expired();
  return found.userId;
}

function namePending(pendingToken: string) {
  return { tokenHash: hashToken(pendingToken), purpose: "second_factor" } as const;
}

type Finish = SigningIn & { userId: UserId; pendingToken: string; code: string };

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code. Throws `forbidden`; a
 * wrong code leaves the sign-in pending.
 */
export async function finishSignIn(ctx: Ctx, input: Finish): Promise<SignedIn> {
  const { userId, pendingToken, code, userAgent, place, deviceTokens } = input;
  const at = ctx.now();
  const secret = await readTotpSecret(ctx, userId);
  const session = await withTx(ctx.db, async (tx) => {
    if (!(await lockCredentials(tx, { userId, address: null }))) throw expired();
    await acceptCode(tx, ctx, { userId, code, secret });
    const pending = await redeemToken(tx, namePending(pendingToken));
    if (!pending || pending.expiresAt <= at) throw expired();
    return openSession(tx, { userId, at, userAgent, place, deviceTokens });
  });
  return { account: await getAccount(ctx, userId), ...session };
}

function expired(): AppError {
  return new AppError("forbidden", t`This sign-in has expired. Please log in again.`);
}

const CODE_LIFETIME_MS = 60_000;

/**
 * Returns a code that signs the user in once, within 60 seconds, and only in the browser that knows
 * the secret `browser`.
 */
export async function makeSignInCode(
  tx: Tx,
  { userId, browser, at }: { userId: UserId; browser: string; at: Date },
): Promise<string> {
  const code = makeToken();
  await deleteExpiredTokens(tx, at);
  await insertToken(tx, {
    tokenHash: hashToken(code),
    purpose: "google_code",
    browserHash: hashToken(browser),
    userId,
    expiresAt: new Date(at.getTime() + CODE_LIFETIME_MS),
  });
  return code;
}

type Exchange = SigningIn & { code: string; browser: string | null };

/**
 * Signs in with a code. Throws `forbidden` if the code is unknown, used, expired or of another
 * browser. A code that another browser presents has leaked and is consumed.
 */
export async function exchangeSignInCode(
  ctx: Ctx,
  { code, browser, ...signingIn }: Exchange,
): Promise<SignIn> {
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    if (!isToken(code)) return null;
    await lockUserOfToken(tx, hashToken(code));
    const used = await consumeToken(tx, { purpose: "google_code", token: code, browser, at });
    if (!used) return null;
    const { userId } = used;
    return { userId, entry: await enterAccount(tx, { userId, at, ...signingIn }) };
  });
  if (!opened) {
    throw new AppError("forbidden", t`This sign-in has expired. Please sign in with Google again.`);
  }
  return withAccount(ctx, opened.userId, opened.entry);
}

/** A request that no worker has answered by then is forgotten. */
const REQUEST_MS = 86_400_000;

/**
 * Stores the request for a mail with a link that sets a new password. Does the same for every address:
 * the worker looks the account up, so that nobody learns here whether it exists.
 */
export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  await insertToken(ctx.db.sql, {
    tokenHash: hashToken(makeToken()),
    purpose: "request_reset",
    userId: null,
    content: email,
    expiresAt: new Date(ctx.now().getTime() + REQUEST_MS),
  });
}
