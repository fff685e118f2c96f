import type { ClickCounts } from "@fairclick/core/campaigns/campaign";

/** Share of valid clicks among those with a final verdict, or `–` without any. */
export function validShare(clicks: ClickCounts): string {
  const judged = clicks.total - clicks.pending - clicks.held;
  return judged > 0 ? `${Math.round((clicks.valid / judged) * 100)}%` : "–";
}
