import type { JoinedCampaignResponse } from "@fairclick/core/schemas/campaign";
import { ButtonLink } from "../../ui/button";
import { ClickLines } from "../links/click-lines";
import { CopyLink } from "../links/copy-link";
import { LinkText } from "../links/link-text";
import { CampaignCard } from "./campaign-card";
import { LinkNotice } from "./link-notice";

type JoinedCardProps = { campaign: JoinedCampaignResponse; onDetails: () => void };

export function JoinedCard({ campaign, onDetails }: JoinedCardProps) {
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) => (
        <>
          <CopyLink link={campaign.redirectLink} describedBy={titleId} />
          <ButtonLink
            to="/app/links/$campaignId"
            params={{ campaignId: campaign._id }}
            aria-describedby={titleId}
          >
            See Clicks
          </ButtonLink>
        </>
      )}
    >
      <LinkNotice campaign={campaign} />
      <LinkText link={campaign.redirectLink} name={campaign.name} />
      <div className="mt-4">
        <ClickLines
          clicks={campaign.clicks}
          payoutPerClick={campaign.payoutPerClick}
          total={{ label: "Earned", dollars: campaign.earnings }}
        />
      </div>
    </CampaignCard>
  );
}
