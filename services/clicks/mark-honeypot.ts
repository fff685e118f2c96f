import { ipKey, isPublicAddress } from "@fairclick/core/clicks/ip-key";
import { upsertHoneypotMarks } from "@fairclick/sql/honeypot-marks";
import type { Ctx } from "../context";
import { getDeviceKeys, type Visitor } from "./device-key";

/** Remembers who followed what people cannot see: the address, unless it is a private one, and the device. */
export async function markHoneypot(
  ctx: Pick<Ctx, "db" | "now" | "log">,
  visitor: Visitor,
): Promise<void> {
  const deviceKeys = await getDeviceKeys(ctx.db);
  const devices = [deviceKeys.weak(visitor)];
  if (visitor.device) devices.push(deviceKeys.known(visitor.device));
  const marks = [
    ...devices.map((key) => ({ kind: "device" as const, key })),
    ...(isPublicAddress(visitor.ip) ? [{ kind: "ip" as const, key: ipKey(visitor.ip) }] : []),
  ];
  await upsertHoneypotMarks(ctx.db.sql, { marks, markedAt: ctx.now() });
}
