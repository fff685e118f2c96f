import { z } from "zod";
import { formatExactDollars } from "../amounts";
import { countryName, isCountryCode } from "../countries";
import { formatUtcMoment, t } from "../language/t";
import { describeNote } from "../money/describe-money";
import { defineNotice, type MailReceipt, type NoticeText } from "./define-notice";

const amount = z.object({ amountMicros: z.coerce.bigint() });
const withReason = amount.extend({ reason: z.string() });
const reversal = amount.extend({
  /** What the wallet did not hold. */
  lossMicros: z.coerce.bigint(),
  paused: z.boolean(),
});

/** A withdrawal with its bank. Notices from before these fields do without them. */
const withdrawal = amount.extend({
  /** Where the bank is, and its currency, in lower case. */
  country: z.string().nullish(),
  currency: z.string().optional(),
  requestedAt: z.iso.datetime().optional(),
});
type Withdrawal = z.output<typeof withdrawal>;

const openPayments = () => ({ label: t`Open payments`, path: "/app/payments" });

type Stamped = Pick<MailReceipt, "stamp" | "tone">;

function receiptOf(amountMicros: bigint, { stamp, tone }: Stamped): MailReceipt {
  return { amount: formatExactDollars(amountMicros), stamp, tone, lines: [] };
}

/** The receipt of a withdrawal: to which bank, and when it was requested. */
function withdrawalReceipt(data: Withdrawal, stamped: Stamped): MailReceipt {
  const { amountMicros, country, currency, requestedAt } = data;
  const place = country && isCountryCode(country) ? countryName(country) : null;
  const bank = [place, currency?.toUpperCase()].filter(Boolean);
  return {
    ...receiptOf(amountMicros, stamped),
    lines: [
      ...(bank.length > 0 ? [{ label: t`Your bank`, value: bank.join(", ") }] : []),
      ...(requestedAt
        ? [{ label: t`Requested`, value: formatUtcMoment(new Date(requestedAt)) }]
        : []),
    ],
  };
}

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
    receipt: receiptOf(amountMicros, { stamp: t`PAID`, tone: "valid" }),
    action: openPayments(),
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
  text: (data) => ({ ...describeDepositChange(data), action: openPayments() }),
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
    receipt: receiptOf(amountMicros, { stamp: t`WAITS`, tone: "pending" }),
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
    receipt: receiptOf(amountMicros, { stamp: t`SENT`, tone: "valid" }),
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
    receipt: receiptOf(amountMicros, { stamp: t`FAILED`, tone: "invalid" }),
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
  schema: withdrawal.extend({
    /** Whether it waits until the address of the account is confirmed. */
    waitsForAddress: z.boolean().optional(),
  }),
  text: ({ waitsForAddress = false, ...data }) => ({
    title: t`A withdrawal of ${formatExactDollars(data.amountMicros)} was requested`,
    paragraphs: [
      waitsForAddress
        ? t`It waits until you confirm your email address. The page Payments sends you the link.`
        : t`It is sent to your bank now. Banks take 2-3 business days to show it.`,
      t`If it was not you, cancel it and change your password at once.`,
    ],
    receipt: withdrawalReceipt(data, { stamp: t`REQUESTED`, tone: "pending" }),
    action: openPayments(),
  }),
});

export const withdrawalHeld = defineNotice({
  kind: "withdrawal.held",
  topic: "money",
  event: () => t`A withdrawal waits for a check`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: withdrawal.extend({
    /** By when it is decided; missing if an operator holds it. */
    until: z.iso.datetime().nullish(),
  }),
  text: ({ until, ...data }) => ({
    title: t`Your withdrawal of ${formatExactDollars(data.amountMicros)} waits for a check`,
    paragraphs: [
      until
        ? t`It is sent when the check is done, by ${formatUtcMoment(new Date(until))}. You need to do nothing. The page Payments says what it waits for.`
        : t`It is sent when the check is done. The page Payments says what it waits for.`,
    ],
    receipt: withdrawalReceipt(data, { stamp: t`WAITS`, tone: "pending" }),
    action: openPayments(),
  }),
});

export const withdrawalSent = defineNotice({
  kind: "withdrawal.sent",
  topic: "money",
  event: () => t`A withdrawal was sent`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: withdrawal,
  text: (data) => ({
    title: t`Your withdrawal of ${formatExactDollars(data.amountMicros)} was sent`,
    paragraphs: [t`It is on its way to your bank.`],
    receipt: withdrawalReceipt(data, { stamp: t`SENT`, tone: "valid" }),
    action: openPayments(),
  }),
});

export const withdrawalArrived = defineNotice({
  kind: "withdrawal.arrived",
  topic: "money",
  event: () => t`A withdrawal arrived at the bank`,
  recipients: () => t`the creator who requested it`,
  mail: "always",
  webhook: true,
  schema: withdrawal,
  text: (data) => ({
    title: t`Your withdrawal of ${formatExactDollars(data.amountMicros)} arrived`,
    paragraphs: [t`Stripe says that your bank has it.`],
    receipt: withdrawalReceipt(data, { stamp: t`PAID`, tone: "valid" }),
    action: openPayments(),
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
    receipt: receiptOf(amountMicros, { stamp: t`FAILED`, tone: "invalid" }),
    action: openPayments(),
  }),
});
