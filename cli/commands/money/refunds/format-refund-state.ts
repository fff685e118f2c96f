import type { AdminRefund } from "@fairclick/core/money/refunds";
import { formatMoment } from "../../../output/format";

export function formatRefundState(refund: AdminRefund): string {
  const { status, heldAt, holdReason, userSuspended, retryAt, sendingAt } = refund;
  if (status === "failed") return `failed: ${refund.failureReason ?? ""}`;
  if (status !== "pending") return status;
  if (heldAt) return `held: ${holdReason ?? ""}`;
  if (userSuspended) return "pending, the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}
