import { policy } from "@fairclick/core/clicks/release-policy";
import { UNPROVED_DAYS } from "@fairclick/core/money/withdrawals";
import { LATE_CLICK_HOURS } from "@fairclick/core/operations/privacy";
import { deletePresencesBefore } from "@fairclick/sql/accounts/devices";
import { deleteHoneypotMarksBefore } from "@fairclick/sql/clicks/retention";
import { withTx } from "@fairclick/sql/db/tx";
import { deleteDepositPlacesBefore } from "@fairclick/sql/money/payout-holds";
import type { Ctx } from "../context";

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
