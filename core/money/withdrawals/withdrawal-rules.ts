import { plural, t } from "../../language/t";
import { KNOWN_CARD_DAYS } from "../lot-terms";
import { BRAKE_DAYS, type BrakeRules, UNPROVED_DAYS } from "./payout-brake";
import { REVIEW_HOURS, type ReviewRules } from "./review-reasons";

type WithdrawalSettings = ReviewRules &
  BrakeRules & {
    /** How long the money of an unproved card payment waits before it can be withdrawn; 0 for no wait. */
    depositHoldHours: number;
  };

/** Returns what keeps a withdrawal waiting, in sentences for users; empty if nothing does. */
export function describeWithdrawalRules(settings: WithdrawalSettings): string[] {
  const {
    depositHoldHours,
    withdrawalReviewDollars,
    withdrawalReviewFirst,
    unprovedPayoutDollars,
  } = settings;
  const rules: string[] = [];
  if (depositHoldHours > 0) {
    rules.push(
      t`Earnings wait until the developer's card payment that they come from is ${describeHours(depositHoldHours)} old, unless 3-D Secure checked the card's owner or the card has paid for ${KNOWN_CARD_DAYS} days. Earnings from a disputed payment wait until the dispute is decided.`,
    );
  }
  if (withdrawalReviewFirst) {
    rules.push(t`Your first withdrawal to a payout account waits until a person has checked it.`);
  }
  if (withdrawalReviewDollars > 0) {
    rules.push(
      t`A withdrawal waits until a person has checked it if you withdraw $${withdrawalReviewDollars} or more within 24 hours, in one withdrawal or several.`,
    );
  }
  if (unprovedPayoutDollars > 0) {
    rules.push(
      t`Of earnings from card payments that are younger than ${UNPROVED_DAYS} days and that nothing proves, at most $${unprovedPayoutDollars} leave within ${BRAKE_DAYS} days, for all creators together. A withdrawal with more waits until it fits, and shows when that is.`,
    );
  }
  if (withdrawalReviewFirst || withdrawalReviewDollars > 0) {
    rules.push(
      t`A person checks because money that has reached a bank cannot be recovered. The check is to end within ${REVIEW_HOURS} hours; until it ends, you can cancel the withdrawal and get the money back at once.`,
    );
  }
  return rules;
}

function describeHours(hours: number): string {
  const days = hours / 24;
  if (days > 1 && Number.isInteger(days)) return plural(days, "# day", "# days");
  return plural(hours, "# hour", "# hours");
}
