import { withTx } from "@fairclick/sql/db/tx";
import {
  endLease,
  isStopped,
  leaseWithdrawal,
  lockWithdrawal,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { sendPayout } from "./payout";
import { sendTransfer } from "./transfer";

/** Longer than all calls to Stripe of one run can take, with the SDK's own retries. */
export const LEASE_MS = 300_000;

/**
 * Takes a withdrawal as far as it gets: transfer to the creator's Stripe account, payout from there
 * to their bank. Safe to run at any time and any number of times. Throws on an unknown outcome, so
 * that the job is tried again. What is held, or whose owner is suspended, is looked at and not sent.
 */
export async function sendWithdrawal(ctx: PaymentsCtx, withdrawalId: string): Promise<void> {
  const lease = await takeLease(ctx, withdrawalId);
  if (!lease) return;
  try {
    const { withdrawal, stopped } = lease;
    const sent =
      withdrawal.status === "pending"
        ? await sendTransfer(ctx, withdrawal, { mayMake: !stopped })
        : withdrawal;
    if (sent?.status === "completed" && !sent.payoutId && !stopped) await sendPayout(ctx, sent);
  } finally {
    await endLease(ctx.db.sql, { id: lease.withdrawal.id, until: lease.until });
  }
}

/**
 * Two runs at once could get different answers from Stripe, one a refusal that puts the money back
 * and one a transfer. The withdrawal is given as it was before: `sendingAt` tells whether an earlier
 * run may have sent it.
 */
async function takeLease(
  ctx: PaymentsCtx,
  withdrawalId: string,
): Promise<{ withdrawal: Withdrawal; stopped: boolean; until: Date } | null> {
  return withTx(ctx.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    const at = ctx.now();
    const busy = withdrawal?.retryAt && withdrawal.retryAt > at;
    const done = withdrawal?.status === "failed" || withdrawal?.payoutId;
    if (!withdrawal || busy || done) return null;
    const stopped = await isStopped(tx, withdrawal.id);
    // Only what may have been sent already is asked about.
    if (stopped && !withdrawal.sendingAt) return null;
    const until = new Date(at.getTime() + LEASE_MS);
    await leaseWithdrawal(tx, { id: withdrawal.id, at, until });
    return { withdrawal, stopped, until };
  });
}
