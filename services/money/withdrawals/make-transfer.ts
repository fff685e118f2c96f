import { wholeCentsFromMicros } from "@fairclick/core/money/micros";
import type { Withdrawal } from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";

/** Everything in here comes from the row: the same key must always carry the same parameters. */
export function makeTransfer(ctx: PaymentsCtx, withdrawal: Withdrawal): Promise<Stripe.Transfer> {
  return ctx.stripe.transfers.create(
    {
      amount: wholeCentsFromMicros(withdrawal.amountMicros),
      currency: "usd",
      destination: withdrawal.stripeAccountId,
      description: "Fairclick earnings",
      transfer_group: groupOf(withdrawal),
      metadata: { withdrawal_id: withdrawal.id },
    },
    { idempotencyKey: `wd:${withdrawal.id}:transfer:${withdrawal.attempt}` },
  );
}

/** The transfer of an earlier call whose answer was lost. Stripe forgets its keys after a day, but no transfer. */
export async function findTransfer(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
): Promise<Stripe.Transfer | null> {
  const found = await ctx.stripe.transfers.list({
    transfer_group: groupOf(withdrawal),
    limit: 1,
  });
  return found.data[0] ?? null;
}

function groupOf(withdrawal: Withdrawal): string {
  return `wd:${withdrawal.id}`;
}
