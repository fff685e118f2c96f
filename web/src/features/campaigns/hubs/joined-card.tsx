import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { ButtonLink } from "../../../ui/button";
import { LinkNotice } from "../../../ui/campaigns/link-notice";
import { NextPrice } from "../../../ui/campaigns/next-price";
import { ClickLines } from "../../../ui/clicks/click-lines";
import { CopyLink } from "../../../ui/copy-button";
import { LinkText } from "../../../ui/link-text";
import { CampaignCard } from "../campaign-card";

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
            {t`See Clicks`}
          </ButtonLink>
        </>
      )}
    >
      <LinkNotice campaign={campaign} />
      <NextPrice campaign={campaign} />
      <LinkText link={campaign.redirectLink} name={campaign.name} />
      <div className="mt-4">
        <ClickLines
          clicks={campaign.clicks}
          payoutPerClick={campaign.payoutPerClick}
          total={{ label: t`Earned`, dollars: campaign.earnings }}
        />
      </div>
    </CampaignCard>
  );
}
