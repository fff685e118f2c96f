import type { ClickCounts } from "@fairclick/core/campaigns/campaign-schema";

/** The valid ones among the clicks that have a final verdict on the visitor: pending and held wait. */
export function validShare(clicks: ClickCounts): string {
  const judged = clicks.total - clicks.pending - clicks.held;
  return judged > 0 ? `${Math.round((clicks.valid / judged) * 100)}%` : "–";
}
