import type { Verdict } from "@fairclick/core/clicks/signal";
import type { TransactionResponse, TransactionType } from "@fairclick/core/money/payment-schema";

export const typeLabels: Record<TransactionType, string> = {
  deposit: "Deposit",
  reservation: "Campaign budget",
  release: "Budget returned",
  earnings: "Earnings",
  withdrawal: "Withdrawal",
  refund: "Refund",
  dispute: "Dispute",
  correction: "Correction",
  transfer: "Earnings to wallet",
};

type StatusMark = { word: string; tone: Verdict };

export const statusMarks: Record<TransactionResponse["status"], StatusMark> = {
  completed: { word: "Completed", tone: "valid" },
  pending: { word: "Pending", tone: "pending" },
  failed: { word: "Failed", tone: "invalid" },
};
