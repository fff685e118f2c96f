import { ipKey, isPublicAddress } from "@fairclick/core/ip/numbers";
import { createAddressBuckets } from "@fairclick/core/memory";
import { upsertHoneypotMarks } from "@fairclick/sql/clicks/retention";
import { getDeviceKeys, type Visitor } from "../accounts/devices";
import type { Ctx } from "../context";

/** A mark lasts for hours: a few at once cover the devices behind one address, later ones extend them. */
const buckets = createAddressBuckets({ burst: 10, perSecond: 1 / 60 });

/**
 * Records the device and address that followed an invisible link; private addresses are left out.
 * Above ten marks per address, plus one per minute, nothing is written.
 */
export async function markHoneypot(
  ctx: Pick<Ctx, "db" | "now" | "log">,
  visitor: Visitor,
): Promise<void> {
  if (!buckets.take(visitor.ip, ctx.now().getTime())) return;
  const deviceKeys = await getDeviceKeys(ctx.db);
  const devices = [deviceKeys.weak(visitor)];
  if (visitor.device) devices.push(deviceKeys.known(visitor.device));
  const marks = [
    ...devices.map((key) => ({ kind: "device" as const, key })),
    ...(isPublicAddress(visitor.ip) ? [{ kind: "ip" as const, key: ipKey(visitor.ip) }] : []),
  ];
  await upsertHoneypotMarks(ctx.db.sql, { marks, markedAt: ctx.now() });
}
