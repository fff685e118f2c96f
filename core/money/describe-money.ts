import { MIN_BUDGET_CLICKS } from "../campaigns/campaign-rules";
import { describeFee, type FeeTerms } from "../campaigns/fee";
import { MAX_CENTS, MIN_CENTS } from "./amount-schema";
import {
  CONVERSION_FEE_PERCENT,
  findPayoutCountry,
  HOME_COUNTRY,
} from "./countries/payout-countries";
import { MIN_DEPOSIT_CENTS } from "./deposit-limits";
import { formatDollars, microsFromCents } from "./micros";
import { DEBIT_REFUND_DAYS } from "./refunds/refund-schema";
import { MOST_REFUNDS_A_MONTH, REFUND_BANK_DAYS } from "./refunds/refund-terms";

/** Actions with money, one per button. */
export const moneyActs = ["deposit", "campaign", "refund", "spend", "withdrawal"] as const;

export type MoneyAct = (typeof moneyActs)[number];

type Settings = {
  fee: FeeTerms;
  /** Days after which held clicks are judged again without an operator. */
  heldDays: number;
};

const dollars = (cents: number) => formatDollars(microsFromCents(cents));

/** Returns the fees, limits and refunds of each action, as sentences for users. */
export function describeMoney({ fee, heldDays }: Settings): Record<MoneyAct, string[]> {
  const leastCents = findPayoutCountry(HOME_COUNTRY)?.minimumCents ?? MIN_CENTS;
  return {
    deposit: [
      "All that you pay is added to your wallet: Fairclick pays Stripe's fee for the payment.",
      `A payment is at least ${dollars(MIN_DEPOSIT_CENTS)} and at most ${dollars(MAX_CENTS)}.`,
      `What your campaigns have not paid out can go back to the card that paid it, at any time; to a bank account that was debited, within ${DEBIT_REFUND_DAYS} days. What creators have earned cannot.`,
    ],
    campaign: [
      describeFee(fee),
      `A budget pays for at least ${MIN_BUDGET_CLICKS} clicks, and is reserved from your wallet before the first one.`,
      `When the campaign ends, what valid clicks did not use returns to your wallet once the last clicks are judged. What held clicks could still use follows when they are decided, usually within ${heldDays} days.`,
    ],
    refund: [
      "A refund costs you nothing: Stripe keeps its fee of the payment, and Fairclick bears it.",
      `The smallest refund is ${dollars(MIN_CENTS)}. Money goes back only to the card that paid it; banks show it after ${REFUND_BANK_DAYS}. You can cancel a refund until it is sent.`,
      `Money that creators have earned, of disputed payments, and of bank accounts debited more than ${DEBIT_REFUND_DAYS} days ago does not go back.`,
      `After ${MOST_REFUNDS_A_MONTH} refunds within 30 days, the next one waits until a person has checked it.`,
    ],
    spend: [
      `Moving earnings costs nothing and takes effect at once, from ${dollars(MIN_CENTS)} on.`,
      "Your wallet pays for your own campaigns. What is moved there can neither be withdrawn any more nor go back to a card.",
    ],
    withdrawal: [
      "Fairclick takes no fee for a withdrawal, and pays Stripe's fee for the payout.",
      `The smallest withdrawal depends on the country of your bank; in the United States it is ${dollars(leastCents)}.`,
      `For a bank account in another currency, Stripe converts dollars at its rate of the day, which includes its fee of ${CONVERSION_FEE_PERCENT} %.`,
    ],
  };
}
