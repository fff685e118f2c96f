import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { useQuery } from "@tanstack/react-query";
import { campaignQuery, joinedQuery } from "../../../queries/campaigns";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Failure } from "../../../ui/notices";
import { Spinner } from "../../../ui/spinner";
import { CampaignFacts } from "./campaign-facts";
import { useJoinCampaign } from "./join-campaign";

type CampaignDetailsProps = { id: string; onClose: () => void; onViewJoined: () => void };

export function CampaignDetails({ id, onClose, onViewJoined }: CampaignDetailsProps) {
  const { data: campaign, isError, refetch } = useQuery(campaignQuery(id));
  if (!campaign) {
    return (
      <Dialog open onClose={onClose} title="Campaign">
        {isError ? (
          <Failure message="This campaign could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading campaign" />
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={campaign.name}
      description={`by ${campaign.createdBy.displayName || campaign.createdBy.username}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <JoinOrView campaign={campaign} onViewJoined={onViewJoined} />
        </>
      }
    >
      <CampaignFacts campaign={campaign} />
    </Dialog>
  );
}

type JoinOrViewProps = { campaign: CampaignResponse; onViewJoined: () => void };

function JoinOrView({ campaign, onViewJoined }: JoinOrViewProps) {
  const { data: joined = [] } = useQuery(joinedQuery);
  const join = useJoinCampaign();
  if (joined.some(({ _id }) => _id === campaign._id)) {
    return (
      <Button variant="primary" onClick={onViewJoined}>
        View in Active Campaigns
      </Button>
    );
  }
  return (
    <Button variant="primary" disabled={join.isPending} onClick={() => join.mutate(campaign._id)}>
      {join.isPending ? "Joining..." : "Join Campaign"}
    </Button>
  );
}
