import type { Withdrawal } from "@fairclick/sql/money/withdrawals";
import { describeLine } from "./describe-line";
import type { HistoryLine } from "./list-transactions";

/** Converts a withdrawal to a line of the history. */
export function withdrawalLine(withdrawal: Withdrawal): HistoryLine {
  const line = {
    id: `withdrawal:${withdrawal.id}`,
    at: withdrawal.requestedAt,
    type: "withdrawal" as const,
    account: "earnings" as const,
    micros: -withdrawal.amountMicros,
    status: withdrawal.status,
    campaign: null,
    clicks: null,
    note: withdrawal.failureReason,
    cancellable: withdrawal.status === "pending" && withdrawal.sendingAt === null,
    waitsFor: withdrawal.heldAt ? ("operator" as const) : null,
    holdKinds: withdrawal.holdKinds,
    holdUntil: withdrawal.holdUntil,
    card: null,
    receiptOf: null,
  };
  return { ...line, description: describeLine(line) };
}
