import type { UserId } from "@fairclick/core/ids";
import { getSecondFactor } from "@fairclick/sql/accounts/factors";
import { deleteExpiredPendingSignIns, insertPendingSignIn } from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { type Account, getAccount } from "../get-account";
import { type OpenedSession, openSession, type SigningIn } from "./open-session";
import { hashToken, makeToken } from "./token";

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
  await deleteExpiredPendingSignIns(tx, at);
  await insertPendingSignIn(tx, {
    tokenHash: hashToken(pendingToken),
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
