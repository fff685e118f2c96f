import type { Refund } from "@fairclick/sql/money/refunds";
import { describeLine } from "./describe-line";
import type { HistoryLine } from "./list-transactions";

const statuses = {
  pending: "pending",
  sent: "pending",
  succeeded: "completed",
  failed: "failed",
} as const;

/** Converts a requested refund to a line of the history. */
export function refundLine(refund: Refund): HistoryLine {
  const line = {
    id: `refund:${refund.id}`,
    at: refund.requestedAt,
    type: "refund" as const,
    account: "wallet" as const,
    micros: -refund.amountMicros,
    status: statuses[refund.status],
    campaign: null,
    clicks: null,
    note: refund.failureReason,
    cancellable: refund.status === "pending" && refund.sendingAt === null,
    holdKinds: null,
    holdUntil: null,
    waitsFor: refund.status === "pending" && refund.heldAt ? ("operator" as const) : null,
    card: { brand: refund.cardBrand, last4: refund.cardLast4 },
    receiptOf: null,
  };
  return { ...line, description: describeLine(line) };
}
