import type { RetentionTier } from "@fairclick/core/conversions/retention";

/** Labels of retention tiers. The landing page names the lowest one. */
export const tierLabels: Record<RetentionTier, string> = {
  unknown: "too few players to say",
  under_3: "under 3% retention",
  from_3_to_10: "3 to 10% retention",
  above_10: "above 10% retention",
};
