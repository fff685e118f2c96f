import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Mark } from "../ui/figures";
import { statusLabels } from "../ui/link-notice";

/** Percentage of the budget that is used: at most 100, and 0 without a budget. */
export function percentUsed(campaign: { budget: number; budgetUsed: number }): number {
  if (campaign.budget === 0) return 0;
  return Math.min(100, (campaign.budgetUsed / campaign.budget) * 100);
}

/** Clicks per impression in percent with two decimals, or `N/A` without impressions. */
export function clickThroughRate(campaign: { totalClicks: number; impressions: number }): string {
  if (campaign.impressions === 0) return t`N/A`;
  return `${((campaign.totalClicks / campaign.impressions) * 100).toFixed(2)}%`;
}

/** True if the campaign is active and its end date is in the future. */
export function isLive(campaign: { isActive: boolean; endDate: string }, now: Date): boolean {
  return campaign.isActive && new Date(campaign.endDate) > now;
}

type CampaignStandingProps = {
  campaign: Pick<CampaignResponse, "isActive" | "endDate" | "status">;
  /** Whether it was launched just now. One that goes live while it is seen is new too. */
  isNew?: boolean;
};

/** A LIVE mark, or the status that keeps a campaign from paying. Null if it has run out. */
export function CampaignStanding({ campaign, isNew = false }: CampaignStandingProps) {
  const [seen] = useState(campaign.status);
  if (campaign.status === "ACTIVE" && !isLive(campaign, new Date())) return null;
  return (
    <p>
      {campaign.status === "ACTIVE" ? (
        <span
          className={
            isNew || seen !== "ACTIVE" ? "inline-block motion-safe:animate-stamp-down" : ""
          }
        >
          <Mark tone="valid">{t`LIVE`}</Mark>
        </span>
      ) : (
        <Mark tone="held">{statusLabels[campaign.status]}</Mark>
      )}
    </p>
  );
}
