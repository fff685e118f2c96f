import { z } from "zod";
import { formatExactDollars } from "../money/micros";
import { defineNotice } from "./define-notice";

const amount = z.object({ amountMicros: z.coerce.bigint() });
const withReason = amount.extend({ reason: z.string() });
const reversal = amount.extend({
  /** What the wallet did not hold. */
  lossMicros: z.coerce.bigint(),
  paused: z.boolean(),
});

const openWallet = { label: "Open wallet", path: "/app/wallet" };
const openEarnings = { label: "Open earnings", path: "/app/earnings" };
const openPayments = { label: "Open payments", path: "/app/payments" };

function describeReversal({ lossMicros, paused }: z.output<typeof reversal>): string[] {
  return [
    ...(lossMicros > 0n
      ? [`Your wallet is ${formatExactDollars(lossMicros)} short of it. Please add this amount.`]
      : []),
    ...(paused ? ["Your campaigns are paused."] : []),
  ];
}

export const depositArrived = defineNotice({
  kind: "deposit.arrived",
  topic: "money",
  event: "A payment arrived",
  recipients: "the developer who paid",
  mail: "optional",
  webhook: true,
  schema: amount.extend({
    /** The name of the campaign that it was made for. */
    campaign: z.string().optional(),
  }),
  text: ({ amountMicros, campaign }) => ({
    title: `${formatExactDollars(amountMicros)} arrived in your wallet`,
    paragraphs: [
      campaign === undefined
        ? "Your payment is complete. You can fund a campaign with it now."
        : `Your payment for ${campaign} is complete.`,
    ],
    action: openWallet,
  }),
});

export const depositFailed = defineNotice({
  kind: "deposit.failed",
  topic: "money",
  event: "A payment failed",
  recipients: "the developer who wanted to pay",
  mail: "optional",
  webhook: true,
  schema: withReason,
  text: ({ amountMicros, reason }) => ({
    title: `Your payment of ${formatExactDollars(amountMicros)} was not made`,
    paragraphs: [reason, "No money was added to your wallet. You can start another payment."],
    action: openPayments,
  }),
});

export const depositDisputed = defineNotice({
  kind: "deposit.disputed",
  topic: "money",
  event: "A bank disputed a payment",
  recipients: "the developer who paid",
  mail: "always",
  webhook: true,
  schema: reversal,
  text: (data) => ({
    title: `Your bank disputed a payment of ${formatExactDollars(data.amountMicros)}`,
    paragraphs: [
      "The amount was taken from your wallet until the dispute is decided.",
      ...describeReversal(data),
    ],
    action: openWallet,
  }),
});

export const depositRefunded = defineNotice({
  kind: "deposit.refunded",
  topic: "money",
  event: "Fairclick refunded a payment",
  recipients: "the developer who paid",
  mail: "always",
  webhook: true,
  schema: reversal,
  text: (data) => ({
    title: `${formatExactDollars(data.amountMicros)} of a payment was refunded`,
    paragraphs: ["The amount was taken from your wallet.", ...describeReversal(data)],
    action: openWallet,
  }),
});

export const depositRestored = defineNotice({
  kind: "deposit.restored",
  topic: "money",
  event: "A dispute was won, or a refund failed",
  recipients: "the developer who paid",
  mail: "optional",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `${formatExactDollars(amountMicros)} of a payment is yours again`,
    paragraphs: [
      "A dispute was decided for you, or a refund did not reach your card. If your campaigns were paused because of it, tell the operators.",
    ],
    action: openWallet,
  }),
});

export const refundHeld = defineNotice({
  kind: "refund.held",
  topic: "money",
  event: "A refund waits for a check",
  recipients: "the developer who requested it",
  mail: "optional",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `Your refund of ${formatExactDollars(amountMicros)} waits for a check`,
    paragraphs: ["An operator looks at it before it is sent. You need to do nothing."],
    action: openPayments,
  }),
});

export const refundSent = defineNotice({
  kind: "refund.sent",
  topic: "money",
  event: "A refund was sent",
  recipients: "the developer who requested it",
  mail: "optional",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `Your refund of ${formatExactDollars(amountMicros)} was sent`,
    paragraphs: ["Banks take 5 to 10 days to show it."],
    action: openPayments,
  }),
});

export const refundFailed = defineNotice({
  kind: "refund.failed",
  topic: "money",
  event: "A refund failed",
  recipients: "the developer who requested it",
  mail: "always",
  webhook: true,
  schema: withReason,
  text: ({ amountMicros, reason }) => ({
    title: `Your refund of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [reason],
    action: openPayments,
  }),
});

export const withdrawalRequested = defineNotice({
  kind: "withdrawal.requested",
  topic: "money",
  event: "A withdrawal was requested",
  recipients: "the creator whose money it is",
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `A withdrawal of ${formatExactDollars(amountMicros)} was requested`,
    paragraphs: [
      "If it was neither you nor your payout schedule, cancel it and change your password at once.",
    ],
    action: openEarnings,
  }),
});

export const withdrawalHeld = defineNotice({
  kind: "withdrawal.held",
  topic: "money",
  event: "A withdrawal waits for a check",
  recipients: "the creator who requested it",
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `Your withdrawal of ${formatExactDollars(amountMicros)} waits for a check`,
    paragraphs: ["It is sent when the check is done. The page says what it waits for."],
    action: openEarnings,
  }),
});

export const withdrawalReleased = defineNotice({
  kind: "withdrawal.released",
  topic: "money",
  event: "A withdrawal no longer waits",
  recipients: "the creator who requested it",
  mail: "optional",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `Your withdrawal of ${formatExactDollars(amountMicros)} no longer waits`,
    paragraphs: ["The check is done, and the withdrawal is sent next."],
    action: openEarnings,
  }),
});

export const withdrawalSent = defineNotice({
  kind: "withdrawal.sent",
  topic: "money",
  event: "A withdrawal was sent",
  recipients: "the creator who requested it",
  mail: "optional",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `Your withdrawal of ${formatExactDollars(amountMicros)} was sent`,
    paragraphs: ["It is on its way to your bank."],
    action: openEarnings,
  }),
});

export const withdrawalArrived = defineNotice({
  kind: "withdrawal.arrived",
  topic: "money",
  event: "A withdrawal arrived at the bank",
  recipients: "the creator who requested it",
  mail: "optional",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `Your withdrawal of ${formatExactDollars(amountMicros)} arrived`,
    paragraphs: ["Stripe says that your bank has it."],
    action: openEarnings,
  }),
});

export const withdrawalFailed = defineNotice({
  kind: "withdrawal.failed",
  topic: "money",
  event: "A withdrawal failed",
  recipients: "the creator who requested it",
  mail: "always",
  webhook: true,
  schema: withReason,
  text: ({ amountMicros, reason }) => ({
    title: `Your withdrawal of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [reason],
    action: openEarnings,
  }),
});
