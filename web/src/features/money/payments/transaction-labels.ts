import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import type { TransactionResponse, TransactionType } from "@fairclick/core/money/deposits";

export const typeLabels: Record<TransactionType, string> = {
  deposit: t`Deposit`,
  reservation: t`Campaign budget`,
  release: t`Budget returned`,
  earnings: t`Earnings`,
  withdrawal: t`Withdrawal`,
  refund: t`Refund`,
  dispute: t`Dispute`,
  correction: t`Correction`,
  transfer: t`Earnings to wallet`,
};

type StatusMark = { word: string; tone: Verdict };

export const statusMarks: Record<TransactionResponse["status"], StatusMark> = {
  completed: { word: t`Completed`, tone: "valid" },
  pending: { word: t`Pending`, tone: "pending" },
  failed: { word: t`Failed`, tone: "invalid" },
};
