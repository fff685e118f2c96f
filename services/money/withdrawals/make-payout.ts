import { wholeCentsFromMicros } from "@fairclick/core/money/micros";
import type { Withdrawal } from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";

/** One payout a withdrawal, from the creator's Stripe account to their bank. */
export function createPayout(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Payout> {
  return ctx.stripe.payouts.create(
    {
      amount: wholeCentsFromMicros(withdrawal.amountMicros),
      currency: "usd",
      metadata: { withdrawal_id: withdrawal.id },
    },
    {
      stripeAccount: withdrawal.stripeAccountId,
      idempotencyKey: `wd:${withdrawal.id}:payout:${withdrawal.attempt}`,
    },
  );
}

/** The payout of an earlier call whose answer was lost. */
export async function findPayout(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
): Promise<Stripe.Payout | null> {
  const latest = await ctx.stripe.payouts.list(
    { limit: 100 },
    { stripeAccount: withdrawal.stripeAccountId },
  );
  return latest.data.find((p) => p.metadata?.withdrawal_id === withdrawal.id) ?? null;
}
