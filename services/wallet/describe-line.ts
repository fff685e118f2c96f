import { formatExactDollars } from "@fairclick/core/money";
import type { HistoryRow } from "@fairclick/sql/wallet";

/** What a line of the history says to the person whose money it is. */
export function describeLine(line: Omit<HistoryRow, "id" | "at" | "account">): string {
  const { type, status, note } = line;
  const campaign = line.campaign === null ? "a campaign" : `“${line.campaign}”`;
  switch (type) {
    case "deposit":
      if (status === "pending") return "Waiting for the payment";
      return status === "failed" ? (note ?? "Not paid") : "Added to your wallet";
    case "withdrawal":
      if (status === "pending") return "On its way to your bank";
      return status === "failed" ? (note ?? "Not sent") : "Sent to your bank";
    case "reservation":
      return `Budget of ${campaign}`;
    case "release":
      return `Unused budget of ${campaign}`;
    case "earnings":
      return `${describeClicks(line)} on ${campaign}`;
    case "refund":
      return note ?? "Refund of a deposit";
    case "dispute":
      return note ?? "Your bank disputed a deposit";
    case "correction":
      return note ?? "Correction of an earlier entry";
  }
}

/** `1,200 clicks × $0.0015`: the two multiply to the line's amount. */
function describeClicks({ clicks, micros }: Pick<HistoryRow, "clicks" | "micros">): string {
  if (!clicks) return "Clicks";
  const count = `${clicks.toLocaleString("en-US")} ${clicks === 1n ? "click" : "clicks"}`;
  return micros % clicks === 0n ? `${count} × ${formatExactDollars(micros / clicks)}` : count;
}
