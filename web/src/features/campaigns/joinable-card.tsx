import type { CampaignResponse } from "@fairclick/core/schemas/campaign";
import { Button } from "../../ui/button";
import { Money } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";
import { CampaignCard } from "./campaign-card";

type JoinableCardProps = {
  campaign: CampaignResponse;
  onJoin: () => void;
  onDetails: () => void;
};

export function JoinableCard({ campaign, onJoin, onDetails }: JoinableCardProps) {
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) => (
        <Button variant="primary" aria-describedby={titleId} onClick={onJoin}>
          Join campaign
        </Button>
      )}
    >
      <Lines className="text-sm">
        <Line label="Budget left">
          <Money dollars={campaign.budgetRemaining} />
        </Line>
        <Line label="Genres">
          <span className="font-text">{campaign.gameGenres.join(", ")}</span>
        </Line>
      </Lines>
    </CampaignCard>
  );
}
