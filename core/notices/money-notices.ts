import { z } from "zod";
import { formatExactDollars } from "../amounts";
import { t } from "../language/t";
import { describeNote } from "../money/describe-money";
import { defineNotice, type NoticeText } from "./define-notice";

const amount = z.object({ amountMicros: z.coerce.bigint() });
const withReason = amount.extend({ reason: z.string() });
const reversal = amount.extend({
  /** What the wallet did not hold. */
  lossMicros: z.coerce.bigint(),
  paused: z.boolean(),
});

const openWallet = () => ({ label: t`Open wallet`, path: "/app/wallet" });
const openEarnings = () => ({ label: t`Open earnings`, path: "/app/earnings" });
const openPayments = () => ({ label: t`Open payments`, path: "/app/payments" });

function describeReversal({ lossMicros, paused }: z.output<typeof reversal>): string[] {
  return [
    ...(lossMicros > 0n
      ? [t`Your wallet is ${formatExactDollars(lossMicros)} short of it. Please add this amount.`]
      : []),
    ...(paused ? [t`Your campaigns are paused.`] : []),
  ];
}

export const depositArrived = defineNotice({
  kind: "deposit.arrived",
  topic: "money",
  event: () => t`A payment arrived`,
  recipients: () => t`the developer who paid`,
  mail: "always",
  webhook: true,
  schema: amount.extend({
    /** The name of the campaign that it was made for. */
    campaign: z.string().optional(),
  }),
  text: ({ amountMicros, campaign }) => ({
    title: t`${formatExactDollars(amountMicros)} arrived in your wallet`,
    paragraphs: [
      campaign === undefined
        ? t`Your payment is complete. You can fund a campaign with it now.`
        : t`Your payment for ${campaign} is complete.`,
    ],
    action: openWallet(),
  }),
});

const depositChange = z.discriminatedUnion("change", [
  reversal.extend({ change: z.literal("disputed") }),
  reversal.extend({ change: z.literal("refunded") }),
  /** A dispute was won, or a refund failed. */
  amount.extend({ change: z.literal("restored") }),
]);
type DepositChange = z.output<typeof depositChange>;

export const depositChanged = defineNotice({
  kind: "deposit.changed",
  topic: "money",
  event: () => t`A payment was disputed, refunded, or is yours again`,
  recipients: () => t`the developer who paid`,
  mail: "always",
  webhook: true,
  schema: depositChange,
  text: (data) => ({ ...describeDepositChange(data), action: openWallet() }),
});

function describeDepositChange(data: DepositChange): Pick<NoticeText, "title" | "paragraphs"> {
  const amount = formatExactDollars(data.amountMicros);
  switch (data.change) {
    case "disputed":
      return {
        title: t`Your bank disputed a payment of ${amount}`,
        paragraphs: [
          t`The amount was taken from your wallet until the dispute is decided.`,
          ...describeReversal(data),
        ],
      };
    case "refunded":
      return {
        title: t`${amount} of a payment was refunded`,
        paragraphs: [t`The amount was taken from your wallet.`, ...describeReversal(data)],
      };
    case "restored":
      return {
        title: t`${amount} of a payment is yours again`,
        paragraphs: [
          t`A dispute was decided for you, or a refund did not reach your card. If your campaigns were paused because of it, tell the operators.`,
        ],
      };
  }
}

export const refundHeld = defineNotice({
  kind: "refund.held",
  topic: "money",
  event: () => t`A refund waits for a check`,
  recipients: () => t`the developer who requested it`,
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: t`Your refund of ${formatExactDollars(amountMicros)} waits for a check`,
    paragraphs: [t`An operator looks at it before it is sent. You need to do nothing.`],
    action: openPayments(),
  }),
});

export const refundSent = defineNotice({
  kind: "refund.sent",
  topic: "money",
  event: () => t`A refund was sent`,
  recipients: () => t`the developer who requested it`,
  mail: "always",
  webhook: true,
  schema: amount.extend({
    /** The part of it that Stripe keeps as its fee. */
    stripeFeeMicros: z.coerce.bigint(),
  }),
  text: ({ amountMicros, stripeFeeMicros }) => ({
    title: t`Your refund of ${formatExactDollars(amountMicros)} was sent`,
    paragraphs: [
      ...(stripeFeeMicros > 0n
        ? [
            t`${formatExactDollars(amountMicros - stripeFeeMicros)} go to your card: Stripe keeps its fee of ${formatExactDollars(stripeFeeMicros)}.`,
          ]
        : []),
      t`Banks take 5 to 10 days to show it.`,
    ],
    action: openPayments(),
  }),
});

export const refundFailed = defineNotice({
  kind: "refund.failed",
  topic: "money",
  event: () => t`A refund failed`,
  recipients: () => t`the developer who requested it`,
  mail: "always",
  webhook: true,
  schema: withReason,
  text: ({ amountMicros, reason }) => ({
    title: t`Your refund of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [describeNote(reason)],
    action: openPayments(),
  }),
});

export const withdrawalRequested = defineNotice({
  kind: "withdrawal.requested",
  topic: "money",
  event: () => t`A withdrawal was requested`,
  recipients: () => t`the creator whose money it is`,
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: t`A withdrawal of ${formatExactDollars(amountMicros)} was requested`,
    paragraphs: [t`If it was not you, cancel it and change your password at once.`],
    action: openEarnings(),
  }),
});

export const withdrawalHeld = defineNotice({
  kind: "withdrawal.held",
  topic: "money",
  event: () => t`A withdrawal waits for a check`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: t`Your withdrawal of ${formatExactDollars(amountMicros)} waits for a check`,
    paragraphs: [t`It is sent when the check is done. The page says what it waits for.`],
    action: openEarnings(),
  }),
});

export const withdrawalSent = defineNotice({
  kind: "withdrawal.sent",
  topic: "money",
  event: () => t`A withdrawal was sent`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: t`Your withdrawal of ${formatExactDollars(amountMicros)} was sent`,
    paragraphs: [t`It is on its way to your bank.`],
    action: openEarnings(),
  }),
});

export const withdrawalArrived = defineNotice({
  kind: "withdrawal.arrived",
  topic: "money",
  event: () => t`A withdrawal arrived at the bank`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: amount,
  text: ({ amountMicros }) => ({
    title: t`Your withdrawal of ${formatExactDollars(amountMicros)} arrived`,
    paragraphs: [t`Stripe says that your bank has it.`],
    action: openEarnings(),
  }),
});

export const withdrawalFailed = defineNotice({
  kind: "withdrawal.failed",
  topic: "money",
  event: () => t`A withdrawal failed`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: withReason,
  text: ({ amountMicros, reason }) => ({
    title: t`Your withdrawal of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [describeNote(reason)],
    action: openEarnings(),
  }),
});
