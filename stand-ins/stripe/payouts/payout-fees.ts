import type Stripe from "stripe";
import { book } from "../balance/balance-transaction";
import { all, type World } from "../world/world";

/**
 * Charges the platform what Connect costs: for the payout, and once a month for an account that is
 * paid out to. Call it after the payout is stored.
 */
export function chargePayoutFees(world: World, payout: Stripe.Payout, account: string): void {
  const { payoutBasisPoints, payoutCents, activeAccountCents } = world.settings.fee;
  const payoutFee = Math.floor((payout.amount * payoutBasisPoints + 5_000) / 10_000) + payoutCents;
  charge(world, payout, { cents: payoutFee, description: `Connect payout ${payout.id}` });
  const month = payoutMonth(payout);
  const first = all(world, "payout", account).every(
    (each) => each.id === payout.id || payoutMonth(each) !== month,
  );
  if (!first) return;
  const description = `Connect active account ${account} ${month}`;
  charge(world, payout, { cents: activeAccountCents, description });
}

type Fee = { cents: number; description: string };

function charge(world: World, { currency }: Stripe.Payout, { cents, description }: Fee): void {
  if (cents === 0) return;
  book(world, {
    type: "stripe_fee",
    reportingCategory: "fee",
    amountCents: -cents,
    currency,
    source: null,
    description,
  });
}

function payoutMonth({ created }: Stripe.Payout): string {
  return new Date(created * 1_000).toISOString().slice(0, 7);
}
