import type { UserId } from "@fairclick/core/ids";
import {
  consumeChallenge,
  deleteExpiredChallenges,
  deleteUserChallenges,
  insertChallenge,
} from "@fairclick/sql/accounts/factors";
import type { Tx } from "@fairclick/sql/db/client";
import { hashToken, isToken, makeToken } from "../auth/token";

export const CHALLENGE_MS = 5 * 60_000;

/** `browser` is the secret that ties the challenge to one browser, for its cookie. */
export type IssuedChallenge = { challenge: string; browser: string };

/**
 * Stores a challenge for one signature within five minutes. `userId` is the user who adds a passkey;
 * null for a sign-in or a proof of identity.
 */
export async function issueChallenge(
  tx: Tx,
  { userId, at }: { userId: UserId | null; at: Date },
): Promise<IssuedChallenge> {
  const [challenge, browser] = [makeToken(), makeToken()];
  await deleteExpiredChallenges(tx, at);
  if (userId !== null) await deleteUserChallenges(tx, userId);
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS);
  await insertChallenge(tx, { browserHash: hashToken(browser), challenge, userId, expiresAt });
  return { challenge, browser };
}

/** Returns the browser's challenge once; null if it was used, has expired or is another user's. */
export async function takeChallenge(
  tx: Tx,
  { browser, userId, at }: { browser: string | null; userId: UserId | null; at: Date },
): Promise<string | null> {
  if (browser === null || !isToken(browser)) return null;
  return consumeChallenge(tx, { browserHash: hashToken(browser), userId, at });
}
