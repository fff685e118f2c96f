import type { AdminWithdrawal } from "@fairclick/core/money/withdrawals";
import { formatMoment } from "../../../output/format";

export function formatWithdrawalState(withdrawal: AdminWithdrawal): string {
  const { status, heldAt, holdReason, holdUntil, userSuspended, retryAt, sendingAt, payoutId } =
    withdrawal;
  if (status === "failed") return `failed: ${withdrawal.failureReason ?? ""}`;
  if (status === "completed") return payoutId ? "completed" : "transferred, waiting for its payout";
  if (heldAt) {
    const until = holdUntil ? ` until ${formatMoment(holdUntil)}` : "";
    return `held${until}: ${holdReason ?? ""}`;
  }
  if (userSuspended) return "waiting: the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}
