import { describeDevice } from "@fairclick/core/accounts/sign-in-devices";
import { AppError } from "@fairclick/core/errors";
import { isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { newSignIn } from "@fairclick/core/notices/account-notices";
import { retentionDays } from "@fairclick/core/operations/privacy";
import {
  type AccountName,
  compareDevices,
  findKnownDevice,
  insertKnownDevice,
  touchKnownDevice,
} from "@fairclick/sql/accounts/devices";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionById,
  deleteUserSessions,
  insertSession,
  listUserSessions,
} from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { cancelAsUser } from "./recovery";
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

const MOST = 50;

export type OwnSession = {
  id: string;
  userAgent: string | null;
  /** ISO code of the country of the sign-in; null if unknown. */
  country: string | null;
  signedInAt: Date;
  /** Exact to the day. */
  lastUsedAt: Date;
  /** The session of this call. */
  current: boolean;
};

/** Lists the user's sessions, last used first. */
export async function listSessions(ctx: Ctx, token: string): Promise<OwnSession[]> {
  const sessions = await listUserSessions(ctx.db.sql, {
    userId: requireUser(ctx),
    at: ctx.now(),
    limit: MOST,
  });
  const own = hashToken(token);
  return sessions.map(({ id, userAgent, country, createdAt, usedAt, tokenHash }) => ({
    id,
    userAgent,
    country,
    signedInAt: createdAt,
    lastUsedAt: usedAt,
    current: Buffer.compare(tokenHash, own) === 0,
  }));
}

/** Ends one of the user's own sessions. Throws `not_found` if there is none with this id. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const userId = requireUser(ctx);
  if (!isUuid(id) || !(await deleteSessionById(ctx.db.sql, { userId, id }))) {
    throw new AppError("not_found", t`There is no such session.`);
  }
}

/** Ends every session of the user, including the current one. */
export async function endAllSessions(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await deleteUserSessions(tx, userId);
    await writeAudit(tx, ctx, { action: "user.end_sessions", subject: `user:${userId}` });
  });
}

/** Revokes one session token; the user's other devices stay signed in. */
export async function logout(ctx: Pick<Ctx, "db">, token: string): Promise<void> {
  await deleteSession(ctx.db.sql, hashToken(token));
}

export const KNOWN_DEVICE_DAYS = retentionDays.knownDevice;
/** Each one adds a budget of attempts to the account. */
const MAX_DEVICES_PER_USER = 10;

/**
 * The key under which attempts from a known device are counted; null if the account has not signed in
 * with any of these device tokens.
 */
export async function findDeviceBucket(
  ctx: Pick<Ctx, "db" | "now">,
  { account, deviceTokens }: { account: AccountName; deviceTokens: string[] },
): Promise<string | null> {
  if (deviceTokens.length === 0) return null;
  const device = await findKnownDevice(ctx.db.sql, {
    account,
    tokenHashes: deviceTokens.map(hashToken),
    usedAfter: new Date(ctx.now().getTime() - KNOWN_DEVICE_DAYS * DAY_MS),
  });
  return device && `${device.userId}:${Buffer.from(device.tokenHash).toString("hex")}`;
}

/** Whether the user has signed in on other devices, but not with any of these device tokens. */
async function isNewDevice(
  tx: Tx,
  { userId, deviceTokens }: { userId: UserId; deviceTokens: string[] },
): Promise<boolean> {
  const { any, same } = await compareDevices(tx, {
    userId,
    tokenHashes: deviceTokens.map(hashToken),
  });
  return any && !same;
}

/**
 * Adds this device to the user's known devices and returns its token. A token that is not the
 * user's is replaced by a new one, because another person may have put it into the browser.
 */
async function rememberDevice(
  tx: Tx,
  { userId, at, deviceTokens }: { userId: UserId; at: Date; deviceTokens: string[] },
): Promise<string> {
  const tokenHashes = deviceTokens.map(hashToken);
  const known =
    deviceTokens.length > 0 && (await touchKnownDevice(tx, { userId, tokenHashes, at }));
  const index = known ? tokenHashes.findIndex((hash) => Buffer.compare(hash, known) === 0) : -1;
  const token = deviceTokens[index];
  if (token !== undefined) return token;
  const made = makeToken();
  await insertKnownDevice(tx, {
    userId,
    tokenHash: hashToken(made),
    at,
    most: MAX_DEVICES_PER_USER,
  });
  return made;
}
