import { describeDevice } from "@fairclick/core/accounts/sign-in-devices";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type OperatorId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { newSignIn } from "@fairclick/core/notices/account-notices";
import { OPERATOR_TOKEN_PREFIX } from "@fairclick/core/operations/operators";
import { retentionDays } from "@fairclick/core/operations/privacy";
import {
  type AccountName,
  compareDevices,
  findKnownDevice,
  insertKnownDevice,
  touchKnownDevice,
} from "@fairclick/sql/accounts/devices";
import { findKeyOwner, markPersonalKeyUsed } from "@fairclick/sql/accounts/keys";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionById,
  deleteUserSessions,
  extendSession,
  findSession,
  insertSession,
  listUserSessions,
} from "@fairclick/sql/accounts/sessions";
import { findCampaignByKey } from "@fairclick/sql/conversions/conversions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { findOperatorByToken } from "@fairclick/sql/operations/operators";
import { requireUser, writeAudit } from "../changes";
import type { Actor, Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { cancelAsUser } from "./recovery";
import { hashToken, isCampaignToken, isPersonalToken, isToken, makeToken } from "./token";

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
function sessionExpiry({ createdAt, usedAt }: { createdAt: Date; usedAt: Date }): Date {
  return new Date(
    Math.min(usedAt.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + LONGEST_DAYS * DAY_MS),
  );
}

const MOST = 50;

type OwnSession = {
  id: string;
  userAgent: string | null;
  /** ISO code of the country of the sign-in; null if unknown. */
  country: string | null;
  signedInAt: Date;
  /** Exact to the day. */
  lastUsedAt: Date;
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

type FoundActor = { actor: Actor; suspension: { reason: string | null } | null };

const KEY_USE_MS = 3_600_000;
const nobody: FoundActor = { actor: { kind: "public" }, suspension: null };

/** Returns the user of a session token or personal key; an anonymous actor if the token is wrong, expired or revoked. */
export async function findActor(
  ctx: Pick<Ctx, "db" | "now">,
  token: string | null,
): Promise<FoundActor> {
  if (token === null) return nobody;
  if (isOperatorToken(token)) return findOperatorActor(ctx, token);
  if (isCampaignToken(token)) return findCampaignActor(ctx, token);
  if (isPersonalToken(token)) return findKeyActor(ctx, token);
  return isToken(token) ? findUserActor(ctx, token) : nobody;
}

async function findOperatorActor(ctx: Pick<Ctx, "db">, token: string): Promise<FoundActor> {
  const operator = await findOperator(ctx.db.sql, token);
  if (!operator) return nobody;
  const { id: operatorId, name, scopes } = operator;
  const callId = Bun.randomUUIDv7();
  return { actor: { kind: "operator", operatorId, name, scopes, callId }, suspension: null };
}

async function findCampaignActor(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<FoundActor> {
  const key = await findCampaignByKey(ctx.db.sql, hashToken(token));
  if (!key) return nobody;
  const { campaignId, keyId, suspended } = key;
  return {
    actor: { kind: "campaign", campaignId, keyId },
    suspension: suspended ? { reason: null } : null,
  };
}

/** Records the use of the key at most once an hour. */
async function findKeyActor(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<FoundActor> {
  const at = ctx.now();
  const key = await findKeyOwner(ctx.db.sql, { tokenHash: hashToken(token), at });
  if (!key) return nobody;
  const { id, userId, scopes, lastUsedAt } = key;
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= KEY_USE_MS) {
    await markPersonalKeyUsed(ctx.db.sql, { id, at });
  }
  return { actor: { kind: "user", userId, key: { id, scopes } }, suspension: null };
}

async function findUserActor(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<FoundActor> {
  const at = ctx.now();
  const tokenHash = hashToken(token);
  const session = await findSession(ctx.db.sql, { tokenHash, at });
  if (!session) return nobody;
  // The last use is stored at most once a day.
  if (at.getTime() - session.usedAt.getTime() > DAY_MS) {
    const expiresAt = sessionExpiry({ createdAt: session.createdAt, usedAt: at });
    await extendSession(ctx.db.sql, { tokenHash, usedAt: at, expiresAt });
  }
  return {
    actor: { kind: "user", userId: session.userId },
    suspension: session.suspendedAt && { reason: session.suspensionReason },
  };
}

export type Operator = { id: OperatorId; name: string; scopes: readonly string[] };

/** Returns the operator of a token; null if the token is not valid. */
export async function findOperator(db: Queryable, token: string): Promise<Operator | null> {
  if (!isOperatorToken(token)) return null;
  const row = await findOperatorByToken(db, hashToken(token));
  return row && { id: asId<OperatorId>(row.id), name: row.name, scopes: row.scopes };
}

function isOperatorToken(text: string): boolean {
  return (
    text.startsWith(OPERATOR_TOKEN_PREFIX) && isToken(text.slice(OPERATOR_TOKEN_PREFIX.length))
  );
}
