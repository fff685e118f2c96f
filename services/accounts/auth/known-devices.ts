import type { UserId } from "@fairclick/core/ids";
import { retentionDays } from "@fairclick/core/operations/privacy";
import {
  compareDevices,
  findKnownDevice,
  insertKnownDevice,
  touchKnownDevice,
} from "@fairclick/sql/accounts/devices";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { hashToken, makeToken } from "./token";

const DAY_MS = 86_400_000;
export const KNOWN_DEVICE_DAYS = retentionDays.knownDevice;
/** Each one adds a budget of attempts to the account. */
const MAX_DEVICES_PER_USER = 10;

/**
 * The key under which attempts from a known device are counted; null if the account of this e-mail
 * has not signed in with any of these device tokens.
 */
export async function findDeviceBucket(
  ctx: Pick<Ctx, "db" | "now">,
  { email, deviceTokens }: { email: string; deviceTokens: string[] },
): Promise<string | null> {
  if (deviceTokens.length === 0) return null;
  const device = await findKnownDevice(ctx.db.sql, {
    email,
    tokenHashes: deviceTokens.map(hashToken),
    usedAfter: new Date(ctx.now().getTime() - KNOWN_DEVICE_DAYS * DAY_MS),
  });
  return device && `${device.userId}:${Buffer.from(device.tokenHash).toString("hex")}`;
}

/** Whether the user has signed in on other devices, but not with any of these device tokens. */
export async function isNewDevice(
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
export async function rememberDevice(
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
