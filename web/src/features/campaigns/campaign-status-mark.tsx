import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { statusLabels } from "../../ui/campaigns/status-labels";
import { Mark } from "../../ui/clicks/stamp";
import { isLive } from "./campaign-figures";

type CampaignStandingProps = {
  campaign: Pick<CampaignResponse, "isActive" | "endDate" | "status">;
};

/** A LIVE mark, or the status that keeps a campaign from paying. Null if it has run out. */
export function CampaignStanding({ campaign }: CampaignStandingProps) {
  if (campaign.status === "ACTIVE" && !isLive(campaign, new Date())) return null;
  return (
    <p>
      {campaign.status === "ACTIVE" ? (
        <Mark tone="valid">{t`LIVE`}</Mark>
      ) : (
        <Mark tone="held">{statusLabels[campaign.status]}</Mark>
      )}
    </p>
  );
}
