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

/** Longer than all calls to Stripe in one run can take, including the SDK's retries. */
export const LEASE_MS = 300_000;

/**
 * Sends a withdrawal as far as possible: a transfer to the creator's Stripe account, then a payout
 * to their bank. Idempotent and safe to run concurrently. Throws if the outcome is unknown, so that
 * the job is retried. Checks a held withdrawal, or one of a suspended user, but does not send it.
 */
export async function sendWithdrawal(ctx: PaymentsCtx, withdrawalId: string): Promise<void> {
  const lease = await acquireLease(ctx, withdrawalId);
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
 * Leases the withdrawal: of two concurrent runs one could be refused, which puts the money back,
 * while the other makes the transfer. Returns the row from before the lease: `sendingAt` says
 * whether an earlier run may have sent it. Null if there is nothing to do.
 */
async function acquireLease(
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
    // Stopped withdrawals are only checked, and only if an earlier run may have sent them.
    if (stopped && !withdrawal.sendingAt) return null;
    const until = new Date(at.getTime() + LEASE_MS);
    await leaseWithdrawal(tx, { id: withdrawal.id, at, until });
    return { withdrawal, stopped, until };
  });
}
