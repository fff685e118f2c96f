import type { RetentionTier } from "@fairclick/core/conversions/retention";

/** The landing page speaks of traffic with under 3 % retention; these are the words for the rest of it. */
export const tierLabels: Record<RetentionTier, string> = {
  unknown: "too few players to say",
  under_3: "under 3% retention",
  from_3_to_10: "3 to 10% retention",
  above_10: "above 10% retention",
};
