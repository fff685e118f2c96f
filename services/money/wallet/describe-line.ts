import { formatExactDollars } from "@fairclick/core/amounts";
import { currentLocale, plural, t } from "@fairclick/core/language/t";
import { describeNote } from "@fairclick/core/money/describe-money";
import { describeReviewCategory } from "@fairclick/core/money/withdrawals";
import type { HistoryRow } from "@fairclick/sql/money/wallet";

type DescribedLine = Pick<
  HistoryRow,
  "type" | "status" | "micros" | "campaign" | "clicks" | "note"
> & {
  waitsFor?: HistoryRow["waitsFor"];
  holdKinds?: HistoryRow["holdKinds"];
  holdUntil?: HistoryRow["holdUntil"];
  card?: HistoryRow["card"];
};

/** Describes a line of the history to its owner, in the owner's language. */
export function describeLine(line: DescribedLine): string {
  const { type, status } = line;
  const note = line.note === null ? null : describeNote(line.note);
  const campaign = line.campaign === null ? t`a campaign` : `“${line.campaign}”`;
  switch (type) {
    case "deposit":
      if (status === "pending") return t`Waiting for the payment`;
      return status === "failed" ? (note ?? t`Not paid`) : t`Added to your wallet`;
    case "withdrawal":
      if (status === "pending") return describeWay(line);
      return status === "failed" ? (note ?? t`Not sent`) : t`Sent to your bank`;
    case "reservation":
      return t`Budget of ${campaign}`;
    case "release":
      return t`Unused budget of ${campaign}`;
    case "earnings":
      return describeClicks(line, campaign);
    case "refund":
      if (!line.card) return note ?? t`Refund of a deposit`;
      return status === "failed" ? (note ?? t`Not sent`) : describeRefund(line, line.card);
    case "dispute":
      return note ?? t`Your bank disputed a deposit`;
    case "transfer":
      return line.micros > 0n ? t`Moved from your earnings` : t`Moved to your wallet`;
    case "correction":
      return note ?? t`Correction of an earlier entry`;
  }
}

type Card = NonNullable<HistoryRow["card"]>;

function describeRefund({ status, waitsFor }: DescribedLine, { brand, last4 }: Card): string {
  if (status !== "completed" && waitsFor === "operator") {
    return t`Fairclick looks at it before it is sent`;
  }
  if (!brand || !last4) {
    return status === "completed" ? t`Sent back to your card` : t`On its way back to your card`;
  }
  const name = `${brand[0]?.toUpperCase()}${brand.slice(1)}`;
  return status === "completed"
    ? t`Sent back to your ${name} card ending in ${last4}`
    : t`On its way back to your ${name} card ending in ${last4}`;
}

function describeWay({ waitsFor = null, ...hold }: DescribedLine): string {
  switch (waitsFor) {
    case "operator":
      return describeHold(hold);
    case "balance":
      return t`Waits for card payments to arrive at Stripe, then goes on by itself`;
    case "email":
      return t`Waits until you confirm your email address, in your profile`;
    case null:
      return t`On its way to your bank`;
  }
}

/** Says why and until when a withdrawal is held, without what the rules found. */
function describeHold({ holdKinds, holdUntil }: Omit<DescribedLine, "waitsFor">): string {
  const [kind] = holdKinds ?? [];
  if (!kind) return t`Fairclick looks at it before it is sent`;
  const why = describeReviewCategory(kind);
  if (!holdUntil) return t`Fairclick looks at it before it is sent: ${why}`;
  const time = formatUtc(holdUntil);
  return kind === "unproved"
    ? t`Waits until ${time}: ${why}`
    : t`Fairclick looks at it before it is sent, by ${time}: ${why}`;
}

/** `Nov 24, 21:05 UTC` */
function formatUtc(at: Date): string {
  const options = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  const text = at.toLocaleString(currentLocale(), {
    ...options,
    hourCycle: "h23",
    timeZone: "UTC",
  });
  return `${text} UTC`;
}

/** `1,200 clicks × $0.0015 on “Tower”`: multiplied, they are the line's amount. */
function describeClicks(
  { clicks, micros }: Pick<HistoryRow, "clicks" | "micros">,
  campaign: string,
): string {
  if (!clicks) return t`Clicks on ${campaign}`;
  const count = plural(clicks, "# click", "# clicks");
  if (micros % clicks !== 0n) return t`${count} on ${campaign}`;
  return t`${count} × ${formatExactDollars(micros / clicks)} on ${campaign}`;
}
