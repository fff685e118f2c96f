import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import { findPayoutCountry, HOME_COUNTRY } from "@fairclick/core/money/countries/payout-countries";
import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/money/micros";
import type { BrakeRules } from "@fairclick/core/money/withdrawals/payout-brake";
import { nextPayoutAt } from "@fairclick/core/money/withdrawals/payout-schedule";
import type { ReviewRules, Shared } from "@fairclick/core/money/withdrawals/review-reasons";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import {
  listDuePayouts,
  lockDueSchedule,
  type PayoutSchedule,
  setNextPayout,
} from "@fairclick/sql/money/payout-schedules";
import { getStripeUser } from "@fairclick/sql/money/stripe-users";
import { findPendingWithdrawal } from "@fairclick/sql/money/withdrawals";
import { hasAccountOf, lockPayee } from "../../accounts/guardians/find-payee";
import { findCooldownEnd } from "../../accounts/recovery/recovery-cooldown";
import { judgeCreatorLinks } from "../../clicks/links/find-findings";
import type { Ctx } from "../../context";
import { type DepositHold, findWaitingEarnings } from "../wallet/find-waiting-earnings";
import { enqueueWithdrawal } from "./enqueue-withdrawal";
import { findShared } from "./find-shared";
import { setAsideWithdrawal } from "./request-withdrawal";

const AT_ONCE = 100;
const RETRY_AFTER_MS = 60 * 60 * 1_000;

type Rules = DepositHold & ReviewRules & BrakeRules & { needsConfirmedEmail: boolean };

/**
 * Requests the withdrawals of schedules that are due, with the guards of every withdrawal. Each is
 * requested in the transaction that moves its schedule to the next date, so it is requested once,
 * however often and late this runs. Requests nothing until the next date below the minimum, without a
 * payout account, for a minor without a guardian's consent, and while another withdrawal is open. After an
 * error, the schedule is retried in an hour, so that it does not block the others; in an account's
 * cooldown, at its end. Returns the number of withdrawals.
 */
export async function requestDuePayouts(ctx: Ctx, rules: Rules): Promise<number> {
  const due = await listDuePayouts(ctx.db.sql, { at: ctx.now(), limit: AT_ONCE });
  let requested = 0;
  for (const { userId } of due) {
    try {
      if (await requestDuePayout(ctx, rules, userId)) requested += 1;
    } catch (error) {
      ctx.log.error({ err: error, userId }, "an automatic withdrawal failed");
      const nextAt = new Date(ctx.now().getTime() + RETRY_AFTER_MS);
      await setNextPayout(ctx.db.sql, { userId, nextAt });
    }
  }
  return requested;
}

async function requestDuePayout(ctx: Ctx, rules: Rules, userId: UserId): Promise<boolean> {
  await judgeCreatorLinks(ctx, userId);
  const sharedWithPayer = await findShared(ctx, userId);
  const withdrawal = await withTx(ctx.db, async (tx) => {
    const schedule = await lockDueSchedule(tx, { userId, at: ctx.now() });
    if (!schedule) return null;
    const cooldownEnd = await findCooldownEnd(tx, { userId, at: ctx.now() });
    await setNextPayout(tx, {
      userId,
      nextAt: cooldownEnd ?? nextPayoutAt(schedule.every, ctx.now()),
    });
    if (cooldownEnd) return null;
    return requestInTx(ctx, tx, { ...rules, userId, sharedWithPayer, schedule });
  });
  if (withdrawal && !withdrawal.heldAt) await enqueueWithdrawal(ctx, withdrawal.id);
  return withdrawal !== null;
}

type Due = Rules & { userId: UserId; sharedWithPayer: Shared | null; schedule: PayoutSchedule };
type Requested = { id: WithdrawalId; heldAt: Date | null };

async function requestInTx(ctx: Ctx, tx: Tx, due: Due): Promise<Requested | null> {
  const { userId, schedule, ...rules } = due;
  const balanceMicros = await lockBalance(tx, { kind: "earnings", ownerId: userId });
  const user = await getStripeUser(tx, userId);
  const payee = await lockPayee(tx, { userId, at: ctx.now() });
  if (!hasAccountOf(user, payee) || (await findPendingWithdrawal(tx, userId))) return null;
  const waiting = await findWaitingEarnings(tx, ctx.now(), { ...rules, userId });
  const amountCents = wholeCentsFromMicros(balanceMicros - waiting.micros);
  const country = findPayoutCountry(user.country ?? HOME_COUNTRY);
  if (amountCents < (country?.minimumCents ?? 1)) return null;
  if (microsFromCents(amountCents) < schedule.minimumMicros) return null;
  return setAsideWithdrawal(ctx, tx, { ...rules, userId, balanceMicros, amountCents });
}
