import { MAX_CENTS, MIN_CENTS } from "./amount-schema";
import { formatDollars, microsFromCents } from "./amounts";
import { MIN_BUDGET_CLICKS } from "./campaigns/campaign-input";
import { describeFee } from "./campaigns/prices";
import { t } from "./language/t";
import { DAILY_DEPOSIT_DOLLARS, MIN_DEPOSIT_CENTS } from "./money/deposits";
import { CONVERSION_FEE_PERCENT, findPayoutCountry, raiseMinimum } from "./money/payout-countries";
import { DEBIT_REFUND_DAYS, refundBankDays, refundHolds } from "./money/refunds";

/** Actions with money, one per button. */
export const moneyActs = ["deposit", "campaign", "refund", "spend", "withdrawal"] as const;

export type MoneyAct = (typeof moneyActs)[number];

type Settings = {
  feeBasisPoints: number;
  /** Days after which held clicks are judged again without an operator. */
  heldDays: number;
  /** The installation's smallest withdrawal; 0 for none. */
  minWithdrawalDollars?: number;
};

const dollars = (cents: number) => formatDollars(microsFromCents(cents));

/** Returns the fees, limits and refunds of each action, as sentences for users. */
export function describeMoney(settings: Settings): Record<MoneyAct, string[]> {
  const { feeBasisPoints, heldDays, minWithdrawalDollars = 0 } = settings;
  const least = (code: string) =>
    dollars(raiseMinimum(findPayoutCountry(code), minWithdrawalDollars)?.minimumCents ?? MIN_CENTS);
  return {
    deposit: [
      t`All that you pay is added to your wallet: Fairclick pays Stripe's fee for the payment.`,
      t`A payment is at least ${dollars(MIN_DEPOSIT_CENTS)} and at most ${dollars(MAX_CENTS)}.`,
      t`Within 24 hours you can add ${dollars(DAILY_DEPOSIT_DOLLARS * 100)}, and as much more as your campaigns have paid creators.`,
      t`What is in your wallet can go back to the card that paid it at any time, less Stripe's fee; to a bank account that was debited, within ${DEBIT_REFUND_DAYS} days. What a campaign reserves returns to your wallet when it ends. What creators have earned stays theirs.`,
    ],
    campaign: [
      describeFee(feeBasisPoints),
      t`A budget pays for at least ${Number(MIN_BUDGET_CLICKS)} clicks, and is reserved from your wallet before the first one.`,
      t`When the campaign ends, what valid clicks did not use returns to your wallet once the last clicks are judged. What held clicks could still use follows when they are decided, usually within ${heldDays} days.`,
      t`From your wallet, what you paid by card can go back to it, less what Stripe took for that payment: usually 2.9% and 30 cents.`,
    ],
    refund: [
      t`Stripe keeps its fee when money goes back, usually 2.9% and 30 cents of each payment; if half of a payment goes back, half of its fee. Your refund is smaller by that fee, which you see before you ask.`,
      t`The smallest refund is ${dollars(MIN_CENTS)}. Money goes back only to the card that paid it; banks show it after ${refundBankDays()}. You can cancel a refund until it is sent.`,
      t`Money that creators have earned, of disputed payments, and of bank accounts debited more than ${DEBIT_REFUND_DAYS} days ago does not go back.`,
      ...refundHolds.map(({ rule }) => rule()),
    ],
    spend: [
      t`Moving earnings costs nothing and takes effect at once, from ${dollars(MIN_CENTS)} on.`,
      t`Your wallet pays for your own campaigns. What is moved there can neither be withdrawn any more nor go back to a card.`,
    ],
    withdrawal: [
      t`Fairclick takes no fee for a withdrawal, and pays Stripe's fee for the payout.`,
      t`The smallest withdrawal depends on the country of your bank: ${least("US")} in the United States, ${least("DE")} in Canada, the United Kingdom and the euro countries, ${least("CH")} in the others.`,
      t`For a bank account in another currency, Stripe converts dollars at its rate of the day, which includes its fee of ${CONVERSION_FEE_PERCENT}%.`,
    ],
  };
}
