import { policy } from "@fairclick/core/clicks/release-policy";
import type { UserId } from "@fairclick/core/ids";
import { ipKey, isPublicAddress } from "@fairclick/core/ip/numbers";
import { UNPROVED_DAYS } from "@fairclick/core/money/holds";
import { LATE_CLICK_HOURS } from "@fairclick/core/operations/privacy";
import { deletePresencesBefore, upsertPresences } from "@fairclick/sql/accounts/devices";
import { deleteHoneypotMarksBefore } from "@fairclick/sql/clicks/retention";
import { withTx } from "@fairclick/sql/db/tx";
import { deleteDepositPlacesBefore } from "@fairclick/sql/money/payout-holds";
import type { Ctx } from "../context";
import { getDeviceKeys, type Visitor } from "./devices";

const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 50_000;

const recorded = new Map<string, number>();

/**
 * Records where a user is signed in, so that a click from there counts as their own. Called on
 * every request; writes at most once per ten minutes and place, and never fails the request.
 */
export async function recordPresence(
  ctx: Pick<Ctx, "db" | "now" | "log">,
  { userId, visitor }: { userId: UserId; visitor: Visitor },
): Promise<void> {
  const seenAt = ctx.now();
  const place = `${userId} ${visitor.ip} ${visitor.device ?? visitor.userAgent}`;
  if (seenAt.getTime() < (recorded.get(place) ?? 0) + REMEMBERED_MS) return;
  if (recorded.size >= MAX_REMEMBERED) recorded.clear();
  recorded.set(place, seenAt.getTime());
  try {
    const deviceKeys = await getDeviceKeys(ctx.db);
    const devices = [deviceKeys.weak(visitor)];
    if (visitor.device) devices.push(deviceKeys.known(visitor.device));
    await upsertPresences(ctx.db.sql, [
      ...devices.map((key) => ({ userId, kind: "device" as const, key, seenAt })),
      ...(isPublicAddress(visitor.ip)
        ? [{ userId, kind: "ip" as const, key: ipKey(visitor.ip), seenAt }]
        : []),
    ]);
  } catch (error) {
    recorded.delete(place);
    ctx.log.warn({ err: error }, "A presence was not recorded");
  }
}

const HOUR_MS = 3_600_000;
/** After a long pause of the workers one statement deletes everything since. */
const LONGEST_DELETE_MS = 10 * 60_000;

/** Deletes presences, places of deposits and honeypot marks that are too old for every rule. */
export async function forgetPresences(ctx: Ctx): Promise<void> {
  const before = (hours: number) =>
    new Date(ctx.now().getTime() - (hours + LATE_CLICK_HOURS) * HOUR_MS);
  const limit = { statementTimeoutMs: LONGEST_DELETE_MS };
  await withTx(ctx.db, (tx) => deletePresencesBefore(tx, before(policy.presenceHours)), limit);
  const paidBefore = new Date(ctx.now().getTime() - UNPROVED_DAYS * 24 * HOUR_MS);
  await withTx(ctx.db, (tx) => deleteDepositPlacesBefore(tx, paidBefore), limit);
  await withTx(ctx.db, (tx) => deleteHoneypotMarksBefore(tx, before(policy.honeypotHours)), limit);
}
