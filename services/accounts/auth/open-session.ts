import { describeDevice } from "@fairclick/core/accounts/sign-in-devices";
import type { UserId } from "@fairclick/core/ids";
import { newSignIn } from "@fairclick/core/notices/account-notices";
import { retentionDays } from "@fairclick/core/operations/privacy";
import { deleteExpiredSessions, insertSession } from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import { inLanguage } from "../../language/in-language";
import { notify } from "../../notices/notify";
import { cancelAsUser } from "../recovery/cancel-recovery";
import { isNewDevice, rememberDevice } from "./known-devices";
import { hashToken, makeToken } from "./token";

const DAY_MS = 86_400_000;
const IDLE_DAYS = retentionDays.idleSession;
/** The table has a constraint with the same number. */
const LONGEST_DAYS = retentionDays.session;
const USER_AGENT_LENGTH = 512;

/** The device that signs in. `userAgent` helps people recognise their sessions. */
export type SigningIn = {
  userAgent: string | null;
  /** ISO code of the country of its address; null if unknown. */
  place: string | null;
  deviceTokens: string[];
};
/** The database stores only hashes of the tokens. */
export type OpenedSession = { token: string; deviceToken: string };

/**
 * Signs a user in and returns new session and device tokens. Notifies the user if the device
 * is new to the account, except for its first device. Cancels an open recovery of the account.
 */
export async function openSession(
  tx: Tx,
  { userId, at, userAgent, place, deviceTokens }: SigningIn & { userId: UserId; at: Date },
): Promise<OpenedSession> {
  const token = makeToken();
  if (await isNewDevice(tx, { userId, deviceTokens })) {
    const device = inLanguage("en", () => describeDevice(userAgent));
    await notify(tx, { now: () => at }, newSignIn, {
      to: [userId],
      data: { device, country: place },
    });
  }
  await cancelAsUser(tx, { userId, by: "sign_in", at });
  await deleteExpiredSessions(tx, { userId, at });
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    country: place,
    createdAt: at,
    expiresAt: sessionExpiry({ createdAt: at, usedAt: at }),
  });
  return { token, deviceToken: await rememberDevice(tx, { userId, at, deviceTokens }) };
}

/**
 * Returns when a session expires: 30 days after its last use, at most 180 days after the sign-in.
 */
export function sessionExpiry({ createdAt, usedAt }: { createdAt: Date; usedAt: Date }): Date {
  return new Date(
    Math.min(usedAt.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + LONGEST_DAYS * DAY_MS),
  );
}

/** Whether the last use must be stored again, which happens at most once a day. */
export function isDueForExtension(usedAt: Date, at: Date): boolean {
  return at.getTime() - usedAt.getTime() > DAY_MS;
}
