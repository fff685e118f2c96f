import type { UserId } from "@fairclick/core/ids";
import { microsFromCents } from "@fairclick/core/money/micros";
import {
  nextPayoutAt,
  type PayoutInterval,
} from "@fairclick/core/money/withdrawals/payout-schedule";
import { withTx } from "@fairclick/sql/db/tx";
import {
  deletePayoutSchedule,
  findPayoutSchedule,
  type PayoutSchedule,
  putPayoutSchedule,
} from "@fairclick/sql/money/payout-schedules";
import { requireConfirmedEmail } from "../../accounts/require-confirmed-email";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

/** Returns the caller's schedule of withdrawals; null if nothing is withdrawn automatically. */
export async function getPayoutSchedule(ctx: Ctx): Promise<PayoutSchedule | null> {
  return findPayoutSchedule(ctx.db.sql, requireUser(ctx));
}

type Wanted = { every: PayoutInterval; minimum: number } | { every: null };

/**
 * Sets the caller's schedule, or ends it if `every` is null. `minimum` is in cents. With
 * `needsConfirmedEmail`, throws `forbidden` for a schedule before the address is confirmed.
 */
export async function setPayoutSchedule(
  ctx: Ctx,
  { needsConfirmedEmail, ...wanted }: Wanted & { needsConfirmedEmail: boolean },
): Promise<PayoutSchedule | null> {
  const userId = requireUser(ctx);
  if (needsConfirmedEmail && wanted.every !== null) {
    await requireConfirmedEmail(ctx.db.sql, userId);
  }
  const schedule = makeSchedule(userId, wanted, ctx.now());
  await withTx(ctx.db, async (tx) => {
    if (schedule) await putPayoutSchedule(tx, schedule);
    else await deletePayoutSchedule(tx, userId);
    await writeAudit(tx, ctx, {
      action: "user.schedule_payouts",
      subject: `user:${userId}`,
      after: { every: wanted.every, minimumMicros: schedule?.minimumMicros.toString() ?? null },
    });
  });
  return schedule;
}

function makeSchedule(userId: UserId, wanted: Wanted, at: Date) {
  if (wanted.every === null) return null;
  const { every, minimum } = wanted;
  const nextAt = nextPayoutAt(every, at);
  return { userId, every, minimumMicros: microsFromCents(minimum), nextAt };
}
