import { dollarsFromMicros } from "@fairclick/core/amounts";
import { receiptPath, type TransactionResponse } from "@fairclick/core/money/deposits";
import type { HistoryLine } from "@fairclick/services/money/wallet";

export function presentTransaction(
  line: Pick<
    HistoryLine,
    "id" | "at" | "type" | "micros" | "status" | "description" | "cancellable" | "receiptOf"
  >,
): TransactionResponse {
  return {
    _id: line.id,
    createdAt: line.at.toISOString(),
    type: line.type,
    amount: dollarsFromMicros(line.micros),
    status: line.status,
    description: line.description,
    cancellable: line.cancellable,
    receipt: line.receiptOf && receiptPath(line.receiptOf),
  };
}
