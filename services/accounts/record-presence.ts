import { ipKey, isPublicAddress } from "@fairclick/core/clicks/addresses";
import type { UserId } from "@fairclick/core/ids";
import { upsertPresences } from "@fairclick/sql/accounts/devices";
import { getDeviceKeys, type Visitor } from "../clicks/record/device-key";
import type { Ctx } from "../context";

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
