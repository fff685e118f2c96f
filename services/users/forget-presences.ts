import { policy } from "@fairclick/core/clicks/policy";
import { deleteHoneypotMarksBefore } from "@fairclick/sql/honeypot-marks";
import { deletePresencesBefore } from "@fairclick/sql/presences";
import type { Ctx } from "../context";

const HOUR_MS = 3_600_000;
/** A click that comes late from a spool is still compared with what was so when it was made. */
const LATE_CLICK_HOURS = 48;

/** Forgets where users were signed in, and who fell for the honeypot, once no rule can ask for it any more. */
export async function forgetPresences(ctx: Ctx): Promise<void> {
  const before = (hours: number) =>
    new Date(ctx.now().getTime() - (hours + LATE_CLICK_HOURS) * HOUR_MS);
  await deletePresencesBefore(ctx.db.sql, before(policy.presenceHours));
  await deleteHoneypotMarksBefore(ctx.db.sql, before(policy.honeypotHours));
}
