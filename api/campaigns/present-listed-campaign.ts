import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { budgetDays, countedPercent } from "@fairclick/core/campaigns/status";
import type { ListedCampaignView } from "@fairclick/services/campaigns/read-campaigns";
import { presentCampaign } from "./present-campaign";

export function presentListedCampaign(view: ListedCampaignView): ListedCampaign {
  const { campaign, standing, estimateMicros } = view;
  const { verdictSeconds } = standing;
  return {
    ...presentCampaign(campaign),
    standing: {
      budgetDays: budgetDays({
        ...standing,
        leftMicros: campaign.escrowMicros - campaign.claimedMicros,
      }),
      countedPercent: countedPercent(campaign),
      verdictMinutes: verdictSeconds === null ? null : Math.round(verdictSeconds / 6) / 10,
      paid: dollarsFromMicros(campaign.paidMicros),
      developerSince: standing.developerSince.toISOString(),
    },
    estimate: estimateMicros === null ? null : dollarsFromMicros(estimateMicros),
  };
}
