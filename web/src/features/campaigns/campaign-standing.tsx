import type { CampaignResponse } from "@fairclick/core/schemas/campaign";
import { isLive } from "./campaign-figures";
import { statusWords } from "./status-words";

type CampaignStandingProps = { campaign: Pick<CampaignResponse, "isActive" | "endDate" | "status"> };

/** LIVE while it is switched on and not over; and what keeps it from paying, if anything does. */
export function CampaignStanding({ campaign }: CampaignStandingProps) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      {isLive(campaign, new Date()) ? (
        <span className="stamp" data-verdict="valid">
          LIVE
        </span>
      ) : null}
      {campaign.status === "ACTIVE" ? null : (
        <span className="stamp" data-verdict="held">
          {statusWords[campaign.status]}
        </span>
      )}
    </p>
  );
}
