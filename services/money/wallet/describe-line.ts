import { formatExactDollars } from "@fairclick/core/money/micros";
import { describeReviewCategory } from "@fairclick/core/money/withdrawals/review-reasons";
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

/** Describes a line of the history to its owner. */
export function describeLine(line: DescribedLine): string {
  const { type, status, note } = line;
  const campaign = line.campaign === null ? "a campaign" : `“${line.campaign}”`;
  switch (type) {
    case "deposit":
      if (status === "pending") return "Waiting for the payment";
      return status === "failed" ? (note ?? "Not paid") : "Added to your wallet";
    case "withdrawal":
      if (status === "pending") return describeWay(line);
      return status === "failed" ? (note ?? "Not sent") : "Sent to your bank";
    case "reservation":
      return `Budget of ${campaign}`;
    case "release":
      return `Unused budget of ${campaign}`;
    case "earnings":
      return `${describeClicks(line)} on ${campaign}`;
    case "refund":
      return line.card ? describeRefund(line, line.card) : (note ?? "Refund of a deposit");
    case "dispute":
      return note ?? "Your bank disputed a deposit";
    case "transfer":
      return line.micros > 0n ? "Moved from your earnings" : "Moved to your wallet";
    case "correction":
      return note ?? "Correction of an earlier entry";
  }
}

function describeRefund({ status, note, waitsFor }: DescribedLine, card: string): string {
  if (status === "failed") return note ?? "Not sent";
  if (status === "completed") return `Sent back to your ${card}`;
  return waitsFor === "operator"
    ? "Fairclick looks at it before it is sent"
    : `On its way back to your ${card}`;
}

function describeWay({ waitsFor = null, ...hold }: DescribedLine): string {
  switch (waitsFor) {
    case "operator":
      return describeHold(hold);
    case "balance":
      return "Waits for card payments to arrive at Stripe, then goes on by itself";
    case "email":
      return "Waits until you confirm your email address, in your profile";
    case null:
      return "On its way to your bank";
  }
}

/** Says why and until when a withdrawal is held, without what the rules found. */
function describeHold({ holdKinds, holdUntil }: Omit<DescribedLine, "waitsFor">): string {
  const [kind] = holdKinds ?? [];
  if (!kind) return "Fairclick looks at it before it is sent";
  const why = describeReviewCategory(kind);
  if (kind === "unproved" && holdUntil) return `Waits until ${formatUtc(holdUntil)}: ${why}`;
  const by = holdUntil ? `, by ${formatUtc(holdUntil)}` : "";
  return `Fairclick looks at it before it is sent${by}: ${why}`;
}

/** `Nov 24, 21:05 UTC` */
function formatUtc(at: Date): string {
  const options = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  const text = at.toLocaleString("en-US", { ...options, hourCycle: "h23", timeZone: "UTC" });
  return `${text} UTC`;
}

/** `1,200 clicks × $0.0015`: multiplied, they are the line's amount. */
function describeClicks({ clicks, micros }: Pick<HistoryRow, "clicks" | "micros">): string {
  if (!clicks) return "Clicks";
  const count = `${clicks.toLocaleString("en-US")} ${clicks === 1n ? "click" : "clicks"}`;
  return micros % clicks === 0n ? `${count} × ${formatExactDollars(micros / clicks)}` : count;
}
