import type { ReviewRules } from "./review-reasons";

type WithdrawalSettings = ReviewRules & {
  /** How long new earnings wait before they can be withdrawn; 0 for no wait. */
  earningsHoldHours: number;
};

/** Returns what keeps a withdrawal waiting, in sentences for users; empty if nothing does. */
export function describeWithdrawalRules(settings: WithdrawalSettings): string[] {
  const { earningsHoldHours, withdrawalReviewDollars, withdrawalReviewFirst } = settings;
  const rules: string[] = [];
  if (earningsHoldHours > 0) {
    rules.push(
      `New earnings wait ${describeHours(earningsHoldHours)} before they can be withdrawn: until then, the payment of a fraudulent click can still be reversed.`,
    );
  }
  if (withdrawalReviewFirst) {
    rules.push("Your first withdrawal to a payout account waits until a person has checked it.");
  }
  if (withdrawalReviewDollars > 0) {
    rules.push(
      `A withdrawal waits until a person has checked it if you withdraw $${withdrawalReviewDollars} or more within 24 hours, in one withdrawal or several.`,
    );
  }
  if (withdrawalReviewFirst || withdrawalReviewDollars > 0) {
    rules.push(
      "A person checks because money that has reached a bank cannot be recovered. The check has no fixed duration; until it ends, you can cancel the withdrawal and get the money back at once.",
    );
  }
  return rules;
}

function describeHours(hours: number): string {
  const days = hours / 24;
  if (days > 1 && Number.isInteger(days)) return `${days} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
