import type { JoinedCampaignResponse } from "@fairclick/core/schemas/campaign";
import { ClickLines } from "../links/click-lines";
import { CopyLink } from "../links/copy-link";
import { LinkText } from "../links/link-text";
import { CampaignCard } from "./campaign-card";
import { statusWords } from "./status-words";

type JoinedCardProps = { campaign: JoinedCampaignResponse; onDetails: () => void };

export function JoinedCard({ campaign, onDetails }: JoinedCardProps) {
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) => <CopyLink link={campaign.redirectLink} describedBy={titleId} />}
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

function LinkNotice({ campaign }: { campaign: JoinedCampaignResponse }) {
  if (campaign.linkDisabled) {
    return (
      <p className="mb-3 border-2 border-refused px-3 py-2 font-medium text-sm">
        This link has been disabled. Clicks on it are not counted.
      </p>
    );
  }
  if (campaign.status === "ACTIVE") return null;
  return (
    <p className="mb-3 border-2 border-held border-dashed px-3 py-2 font-medium text-sm">
      {statusWords[campaign.status]}: clicks are not paid at the moment.
    </p>
  );
}
