import type { RetentionTier } from "@fairclick/core/conversions/proofs";
import { t } from "@fairclick/core/language/t";

/** Labels of retention tiers. The landing page names the lowest one. */
export const tierLabels: Record<RetentionTier, string> = {
  unknown: t`too few players to say`,
  under_3: t`under 3% retention`,
  from_3_to_10: t`3 to 10% retention`,
  above_10: t`above 10% retention`,
};
