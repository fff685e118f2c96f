import { reversalName } from "../clicks/category-names";
import { plural, t } from "../language/t";

/** Sentences that the database keeps in English. */
const sentences: Readonly<Record<string, () => string>> = {
  "Stripe no longer accepts your payout account.": () =>
    t`Stripe no longer accepts your payout account.`,
  "Please set up payouts again.": () => t`Please set up payouts again.`,
  "Stripe no longer knows your payout account.": () =>
    t`Stripe no longer knows your payout account.`,
  "Your payout account cannot receive money at the moment.": () =>
    t`Your payout account cannot receive money at the moment.`,
  "Please complete what Stripe asks for.": () => t`Please complete what Stripe asks for.`,
  "Your payout account cannot pay out at the moment.": () =>
    t`Your payout account cannot pay out at the moment.`,
  "Your payout account has no bank account yet.": () =>
    t`Your payout account has no bank account yet.`,
  "Please add one with Stripe.": () => t`Please add one with Stripe.`,
  "Your bank account has been closed.": () => t`Your bank account has been closed.`,
  "Please give Stripe another one.": () => t`Please give Stripe another one.`,
  "Your bank does not know the account number.": () =>
    t`Your bank does not know the account number.`,
  "Please correct it with Stripe.": () => t`Please correct it with Stripe.`,
  "Your bank does not allow this payment.": () => t`Your bank does not allow this payment.`,
  "Please ask your bank.": () => t`Please ask your bank.`,
  "The money is back in your earnings.": () => t`The money is back in your earnings.`,
  "Stripe refused this withdrawal.": () => t`Stripe refused this withdrawal.`,
  "Your bank did not take this payment.": () => t`Your bank did not take this payment.`,
  "Payouts are delayed at the moment.": () => t`Payouts are delayed at the moment.`,
  "Please try again later.": () => t`Please try again later.`,
  "Stripe reversed this withdrawal.": () => t`Stripe reversed this withdrawal.`,
  "You cancelled this withdrawal.": () => t`You cancelled this withdrawal.`,
  "Your guardian's consent ended before it was sent.": () =>
    t`Your guardian's consent ended before it was sent.`,
  "The payout account was disconnected: the owner of the e-mail address signed in.": () =>
    t`The payout account was disconnected: the owner of the e-mail address signed in.`,
  "The money is back in your wallet.": () => t`The money is back in your wallet.`,
  "This payment was refunded already.": () => t`This payment was refunded already.`,
  "Your bank disputes this payment.": () => t`Your bank disputes this payment.`,
  "Refunds are delayed at the moment.": () => t`Refunds are delayed at the moment.`,
  "Stripe refused this refund.": () => t`Stripe refused this refund.`,
  "Your bank reports this card as lost or stolen.": () =>
    t`Your bank reports this card as lost or stolen.`,
  "This card has expired or was cancelled.": () => t`This card has expired or was cancelled.`,
  "Fairclick cancelled this refund.": () => t`Fairclick cancelled this refund.`,
  "Your bank did not take this refund.": () => t`Your bank did not take this refund.`,
  "You cancelled this refund.": () => t`You cancelled this refund.`,
  "The payment page expired before anything was paid.": () =>
    t`The payment page expired before anything was paid.`,
  "The payment did not go through.": () => t`The payment did not go through.`,
  "No payment page was opened.": () => t`No payment page was opened.`,
  "Stripe knows nothing of this payment.": () => t`Stripe knows nothing of this payment.`,
  "Paid towards clicks that were reversed": () => t`Paid towards clicks that were reversed`,
  "Paid the debt of a deposit that was reversed.": () =>
    t`Paid the debt of a deposit that was reversed.`,
  "Returned, because the reversal of a deposit was undone.": () =>
    t`Returned, because the reversal of a deposit was undone.`,
  "Clicks were reversed after the campaign had ended": () =>
    t`Clicks were reversed after the campaign had ended`,
  "Your campaigns are paused.": () => t`Your campaigns are paused.`,
};

/** Sentences with figures in them. */
const patterns: readonly [pattern: RegExp, translate: (parts: string[]) => string][] = [
  [
    /^Refund of your deposit of (\$[\d,.]*\d)\.$/,
    ([amount = ""]) => t`Refund of your deposit of ${amount}.`,
  ],
  [
    /^Your bank disputed the deposit of (\$[\d,.]*\d)\.$/,
    ([amount = ""]) => t`Your bank disputed the deposit of ${amount}.`,
  ],
  [
    /^Your wallet was (\$[\d,.]*\d) short of it\.$/,
    ([amount = ""]) => t`Your wallet was ${amount} short of it.`,
  ],
  [
    /^Clicks were reversed: ([^;]+)$/,
    ([why = ""]) => t`Clicks were reversed: ${reversalName(why)}`,
  ],
  [
    /^(\d+) clicks? (?:was|were) reversed: ([^;]+)$/,
    ([clicks, why = ""]) => describeReversed(clicks, why),
  ],
  [
    /^(\d+) clicks? (?:was|were) reversed: ([^;]+); (\$[\d,.]*\d) of it will be paid from later earnings$/,
    ([clicks, why = "", owed = ""]) =>
      t`${describeReversed(clicks, why)}; ${owed} of it will be paid from later earnings`,
  ],
];

/**
 * Returns a note about a payment, such as why it failed, in the reader's language. The database keeps
 * notes in English; a sentence that is not known, such as an operator's own, stays as it is.
 */
export function describeNote(note: string): string {
  return note
    .split(/(?<=\.) (?=[A-Z])/)
    .map(describeSentence)
    .join(" ");
}

function describeSentence(sentence: string): string {
  if (Object.hasOwn(sentences, sentence)) return sentences[sentence]?.() ?? sentence;
  for (const [pattern, translate] of patterns) {
    const found = pattern.exec(sentence);
    if (found) return translate(found.slice(1));
  }
  return sentence;
}

function describeReversed(clicks: string | undefined, why: string): string {
  const count = plural(Number(clicks), "# click was reversed", "# clicks were reversed");
  return `${count}: ${reversalName(why)}`;
}
