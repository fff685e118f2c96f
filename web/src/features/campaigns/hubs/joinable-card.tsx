import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { describeWanted } from "@fairclick/core/campaigns/creator-content";
import { describeJoinRule } from "@fairclick/core/campaigns/join-rule";
import { Button } from "../../../ui/button";
import { BudgetLines } from "../budget-lines";
import { CampaignCard } from "../campaign-card";
import { RequestJoin } from "./request-join";

type JoinableCardProps = {
  campaign: CampaignResponse;
  onJoin: () => void;
  onDetails: () => void;
};

export function JoinableCard({ campaign, onJoin, onDetails }: JoinableCardProps) {
  const rule = describeJoinRule(campaign.whoMayJoin);
  const wanted = describeWanted(campaign.wanted);
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) =>
        campaign.whoMayJoin === "approval" ? (
          <RequestJoin campaign={campaign} describedBy={titleId} />
        ) : (
          <Button variant="primary" aria-describedby={titleId} onClick={onJoin}>
            Join campaign
          </Button>
        )
      }
    >
      <BudgetLines campaign={campaign} />
      {wanted === null ? null : (
        <p className="mt-3 text-soft text-sm">Wants creators of: {wanted}</p>
      )}
      {rule === null ? null : <p className="mt-3 text-soft text-sm">{rule}</p>}
    </CampaignCard>
  );
}
