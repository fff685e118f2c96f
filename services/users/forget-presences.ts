import { policy } from "@fairclick/core/clicks/policy";
import { deletePresencesBefore } from "@fairclick/sql/presences";
import type { Ctx } from "../context";

const HOUR_MS = 3_600_000;
/** A click that comes late from a spool is still compared with what was so when it was made. */
const LATE_CLICK_HOURS = 48;

/** Forgets where users were signed in once no rule can ask for it any more. */
export async function forgetPresences(ctx: Ctx): Promise<void> {
  const keptHours = policy.presenceHours + LATE_CLICK_HOURS;
  await deletePresencesBefore(ctx.db.sql, new Date(ctx.now().getTime() - keptHours * HOUR_MS));
}
