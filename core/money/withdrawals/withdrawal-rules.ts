import type { ReviewRules } from "./review-reasons";

type WithdrawalSettings = ReviewRules & {
  /** How long earnings wait before they can be withdrawn; 0: not at all. */
  earningsHoldHours: number;
};

/** Returns what keeps a withdrawal waiting, in sentences for users; empty if nothing does. */
export function describeWithdrawalRules(settings: WithdrawalSettings): string[] {
  const { earningsHoldHours, withdrawalReviewDollars, withdrawalReviewFirst } = settings;
  const rules: string[] = [];
  if (earningsHoldHours > 0) {
    rules.push(
      `New earnings wait ${describeHours(earningsHoldHours)} before they can be withdrawn: in that time a click that turns out to be fraud can still be taken back.`,
    );
  }
  if (withdrawalReviewFirst) {
    rules.push("Your first withdrawal to a payout account waits until a person has checked it.");
  }
  if (withdrawalReviewDollars > 0) {
    rules.push(
      `From $${withdrawalReviewDollars} within 24 hours on, in one withdrawal or several, a withdrawal waits until a person has checked it.`,
    );
  }
  if (withdrawalReviewFirst || withdrawalReviewDollars > 0) {
    rules.push(
      "A person checks because money that has reached a bank does not come back. The check has no fixed length; until it ends, you can cancel the withdrawal and have the money back at once.",
    );
  }
  return rules;
}

function describeHours(hours: number): string {
  const days = hours / 24;
  if (days > 1 && Number.isInteger(days)) return `${days} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
