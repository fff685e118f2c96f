import { z } from "zod";
import { formatExactDollars } from "../amounts";
import { countryName, isCountryCode } from "../countries";
import { formatUtcMoment, t } from "../language/t";
import { describeNote } from "../money/describe-money";
import { defineNotice, type MailReceipt, type NoticeKind, type NoticeText } from "./define-notice";

const amount = z.object({ amountMicros: z.coerce.bigint() });
const withReason = amount.extend({ reason: z.string() });
const reversal = amount.extend({
  /** What the wallet did not hold. */
  lossMicros: z.coerce.bigint(),
  paused: z.boolean(),
});

/** A withdrawal, with its bank where that is known. */
const withdrawal = amount.extend({
  /** Where the bank is, and its currency, in lower case. */
  country: z.string().nullish(),
  currency: z.string().optional(),
  requestedAt: z.iso.datetime().optional(),
});
/** The fields of a withdrawal are missing in other sums. */
type Sum = z.output<typeof withdrawal>;

type MoneyKind<Data> = Pick<NoticeKind<Data>, "kind" | "event" | "recipients" | "schema"> & {
  text: (data: Data) => Pick<NoticeText, "title" | "paragraphs">;
  /** What the mail's receipt says of the sum; without it, the mail has none. */
  stamp?: () => Pick<MailReceipt, "stamp" | "tone">;
};

/** Defines a notice about a sum, which programs get too. Its page is Payments. */
function defineMoneyNotice<Data extends Sum>({ text, stamp, ...kind }: MoneyKind<Data>) {
  return defineNotice({
    ...kind,
    webhook: true,
    text: (data) => ({
      ...text(data),
      ...(stamp && { receipt: { ...stamp(), ...describeSum(data) } }),
      action: { label: t`Open payments`, path: "/app/payments" },
    }),
  });
}

/** Returns the amount, and of a withdrawal its bank and when it was requested. */
function describeSum({ amountMicros, country, currency, requestedAt }: Sum) {
  const place = country && isCountryCode(country) ? countryName(country) : null;
  const bank = [place, currency?.toUpperCase()].filter(Boolean);
  return {
    amount: formatExactDollars(amountMicros),
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

export const depositArrived = defineMoneyNotice({
  kind: "deposit.arrived",
  event: () => t`A payment arrived`,
  recipients: () => t`the developer who paid`,
  schema: amount.extend({
    /** The name of the campaign that it was made for. */
    campaign: z.string().optional(),
  }),
  stamp: () => ({ stamp: t`PAID`, tone: "valid" }),
  text: ({ amountMicros, campaign }) => ({
    title: t`${formatExactDollars(amountMicros)} arrived in your wallet`,
    paragraphs: [
      campaign === undefined
        ? t`Your payment is complete. You can fund a campaign with it now.`
        : t`Your payment for ${campaign} is complete.`,
    ],
  }),
});

const depositChange = z.discriminatedUnion("change", [
  reversal.extend({ change: z.literal("disputed") }),
  reversal.extend({ change: z.literal("refunded") }),
  /** A dispute was won, or a refund failed. */
  amount.extend({ change: z.literal("restored") }),
]);
type DepositChange = z.output<typeof depositChange>;

export const depositChanged = defineMoneyNotice({
  kind: "deposit.changed",
  event: () => t`A payment was disputed, refunded, or is yours again`,
  recipients: () => t`the developer who paid`,
  schema: depositChange,
  text: describeDepositChange,
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

export const refundHeld = defineMoneyNotice({
  kind: "refund.held",
  event: () => t`A refund waits for a check`,
  recipients: () => t`the developer who requested it`,
  schema: amount,
  stamp: () => ({ stamp: t`WAITS`, tone: "pending" }),
  text: ({ amountMicros }) => ({
    title: t`Your refund of ${formatExactDollars(amountMicros)} waits for a check`,
    paragraphs: [t`An operator looks at it before it is sent. You need to do nothing.`],
  }),
});

export const refundSent = defineMoneyNotice({
  kind: "refund.sent",
  event: () => t`A refund was sent`,
  recipients: () => t`the developer who requested it`,
  schema: amount.extend({
    /** The part of it that Stripe keeps as its fee. */
    stripeFeeMicros: z.coerce.bigint(),
  }),
  stamp: () => ({ stamp: t`SENT`, tone: "valid" }),
  text: ({ amountMicros, stripeFeeMicros }) => ({
    title: t`Your refund of ${formatExactDollars(amountMicros)} was sent`,
    paragraphs: [
      ...(stripeFeeMicros > 0n
        ? [
            t`${formatExactDollars(amountMicros - stripeFeeMicros)} go to your card: Stripe keeps its fee of ${formatExactDollars(stripeFeeMicros)}.`,
          ]
        : []),
      t`Banks take 5 to 10 business days to show it.`,
    ],
  }),
});

export const refundFailed = defineMoneyNotice({
  kind: "refund.failed",
  event: () => t`A refund failed`,
  recipients: () => t`the developer who requested it`,
  schema: withReason,
  stamp: () => ({ stamp: t`FAILED`, tone: "invalid" }),
  text: ({ amountMicros, reason }) => ({
    title: t`Your refund of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [describeNote(reason)],
  }),
});

export const withdrawalRequested = defineMoneyNotice({
  kind: "withdrawal.requested",
  event: () => t`A withdrawal was requested`,
  recipients: () => t`the creator whose money it is`,
  schema: withdrawal.extend({
    /** Whether it waits until the address of the account is confirmed. */
    waitsForAddress: z.boolean().optional(),
  }),
  stamp: () => ({ stamp: t`REQUESTED`, tone: "pending" }),
  text: ({ waitsForAddress = false, ...data }) => ({
    title: t`A withdrawal of ${formatExactDollars(data.amountMicros)} was requested`,
    paragraphs: [
      waitsForAddress
        ? t`It waits until you confirm your email address. The page Payments sends you the link.`
        : t`It is sent to your bank now. Banks take 2-3 business days to show it.`,
      t`If it was not you, cancel it and change your password at once.`,
    ],
  }),
});

export const withdrawalHeld = defineMoneyNotice({
  kind: "withdrawal.held",
  event: () => t`A withdrawal waits for a check`,
  recipients: () => t`the creator who requested it`,
  schema: withdrawal.extend({
    /** By when it is decided; missing if an operator holds it. */
    until: z.iso.datetime().nullish(),
  }),
  stamp: () => ({ stamp: t`WAITS`, tone: "pending" }),
  text: ({ until, ...data }) => ({
    title: t`Your withdrawal of ${formatExactDollars(data.amountMicros)} waits for a check`,
    paragraphs: [
      until
        ? t`It is sent when the check is done, by ${formatUtcMoment(new Date(until))}. You need to do nothing. The page Payments says what it waits for.`
        : t`It is sent when the check is done. The page Payments says what it waits for.`,
    ],
  }),
});

export const withdrawalSent = defineMoneyNotice({
  kind: "withdrawal.sent",
  event: () => t`A withdrawal was sent`,
  recipients: () => t`the creator who requested it`,
  schema: withdrawal,
  stamp: () => ({ stamp: t`SENT`, tone: "valid" }),
  text: (data) => ({
    title: t`Your withdrawal of ${formatExactDollars(data.amountMicros)} was sent`,
    paragraphs: [t`It is on its way to your bank.`],
  }),
});

export const withdrawalArrived = defineMoneyNotice({
  kind: "withdrawal.arrived",
  event: () => t`A withdrawal arrived at the bank`,
  recipients: () => t`the creator who requested it`,
  schema: withdrawal,
  stamp: () => ({ stamp: t`PAID`, tone: "valid" }),
  text: (data) => ({
    title: t`Your withdrawal of ${formatExactDollars(data.amountMicros)} arrived`,
    paragraphs: [t`Stripe says that your bank has it.`],
  }),
});

export const withdrawalFailed = defineMoneyNotice({
  kind: "withdrawal.failed",
  event: () => t`A withdrawal failed`,
  recipients: () => t`the creator who requested it`,
  schema: withReason,
  stamp: () => ({ stamp: t`FAILED`, tone: "invalid" }),
  text: ({ amountMicros, reason }) => ({
    title: t`Your withdrawal of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [describeNote(reason)],
  }),
});
