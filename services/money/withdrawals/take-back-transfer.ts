import { postponeWithdrawal, type Withdrawal } from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { classifyStripeFailure } from "../stripe/stripe-failure";

const RETRY_AFTER_MS = 3_600_000;

/**
 * Takes a whole transfer back because its payout failed. Gives the transfer as it is afterwards.
 * Throws when Stripe refuses, as when the account has spent the money otherwise: it is then tried
 * again by the hour, and a person should look.
 */
export async function takeBackTransfer(
  ctx: PaymentsCtx,
  withdrawal: Pick<Withdrawal, "id" | "attempt">,
  { transferId, reason }: { transferId: string; reason: string },
): Promise<Stripe.Transfer> {
  const transfer = await ctx.stripe.transfers.retrieve(transferId);
  if (transfer.reversed) return transfer;
  const { id, attempt } = withdrawal;
  try {
    await ctx.stripe.transfers.createReversal(
      transferId,
      { metadata: { withdrawal_id: id, reason } },
      { idempotencyKey: `wd:${id}:return:${attempt}` },
    );
  } catch (error) {
    if (classifyStripeFailure(error).kind === "refused") {
      const retryAt = new Date(ctx.now().getTime() + RETRY_AFTER_MS);
      await postponeWithdrawal(ctx.db.sql, { id, attempt, retryAt });
    }
    throw error;
  }
  return ctx.stripe.transfers.retrieve(transferId);
}
