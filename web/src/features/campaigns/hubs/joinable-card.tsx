import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { Button } from "../../../ui/button";
import { BudgetLines } from "../budget-lines";
import { CampaignCard } from "../campaign-card";

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
      <BudgetLines campaign={campaign} />
    </CampaignCard>
  );
}
