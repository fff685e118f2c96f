import type { WithdrawalId } from "@fairclick/core/ids";
import {
  BRAKE_DAYS,
  BRAKE_DAYS_DISPUTED,
  type BrakeReason,
  type BrakeRules,
  describeReviewReason,
  findBrake,
  reviewHold,
  UNPROVED_DAYS,
} from "@fairclick/core/money/withdrawals";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  extendHold,
  getCarried,
  listUnprovedPayouts,
  lockBraked,
  lockUnprovedPayouts,
} from "@fairclick/sql/money/payout-holds";
import { updateHold } from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { enqueueWithdrawal } from "./enqueue-withdrawal";

const DAY_MS = 86_400_000;
const AT_ONCE = 100;

type Braked = BrakeRules & { withdrawalId: string; now: Date };

/**
 * Returns why the withdrawal waits for unproved money, or null if it does not. Call it after the
 * withdrawal's posting has taken its lots. Locks out others that decide about unproved money until
 * the transaction ends, so that two cannot both use what is left below the limit.
 */
export async function checkBrake(
  tx: Tx,
  { withdrawalId, now, ...rules }: Braked,
): Promise<BrakeReason | null> {
  if (rules.unprovedPayoutDollars === 0) return null;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const paidAfter = ago(UNPROVED_DAYS);
  const { unprovedMicros, isDisputed } = await getCarried(tx, { withdrawalId, paidAfter, now });
  if (isDisputed) return { kind: "disputed" };
  if (unprovedMicros === 0n) return null;
  await lockUnprovedPayouts(tx);
  const payouts = await listUnprovedPayouts(tx, {
    disputedSince: ago(BRAKE_DAYS_DISPUTED),
    since: ago(BRAKE_DAYS),
    paidAfter,
  });
  const brake = findBrake(payouts, unprovedMicros, { ...rules, now });
  return brake && { kind: "unproved", dollars: rules.unprovedPayoutDollars, ...brake };
}

/**
 * Sends withdrawals that only the brake held, oldest first, as far as they fit below the limit now. The
 * others get a new time, or wait for an operator if a payment behind them is disputed now. Returns how
 * many it sent.
 */
export async function resumeWithdrawals(ctx: Ctx, rules: BrakeRules): Promise<number> {
  const now = ctx.now();
  const resumed = await withTx(ctx.db, async (tx) => {
    await lockUnprovedPayouts(tx);
    const free: WithdrawalId[] = [];
    for (const { id } of await lockBraked(tx, { at: now, limit: AT_ONCE })) {
      const reason = await checkBrake(tx, { withdrawalId: id, now, ...rules });
      if (reason) {
        await extendHold(tx, {
          id,
          reason: describeReviewReason(reason),
          ...reviewHold([reason], now),
        });
        continue;
      }
      await updateHold(tx, { id, at: null, reason: null });
      await writeAudit(tx, ctx, { action: "withdrawal.resume", subject: `withdrawal:${id}` });
      free.push(id);
    }
    return free;
  });
  for (const id of resumed) await enqueueWithdrawal(ctx, id);
  return resumed.length;
}
