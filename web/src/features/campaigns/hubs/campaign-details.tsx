import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { joinedQuery } from "../../../queries/campaigns";
import { campaignQuery } from "../../../queries/own-campaigns";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Part } from "../../../ui/part";
import { CampaignFacts } from "./campaign-facts";
import { useJoinCampaign } from "./join-campaign";
import { ReportCampaign } from "./report-campaign";
import { RequestJoin } from "./request-join";

type CampaignDetailsProps = { id: string; onClose: () => void; onViewJoined: () => void };

export function CampaignDetails({ id, onClose, onViewJoined }: CampaignDetailsProps) {
  const { data: campaign } = useQuery(campaignQuery(id));
  const creator = campaign?.createdBy;
  return (
    <Dialog
      open
      onClose={onClose}
      title={campaign?.name ?? t`Campaign`}
      description={creator ? t`by ${creator.displayName || creator.username}` : undefined}
      footer={
        campaign ? (
          <>
            <Button onClick={onClose}>{t`Close`}</Button>
            <JoinOrView campaign={campaign} onViewJoined={onViewJoined} />
          </>
        ) : undefined
      }
    >
      <Part loading={t`Loading campaign`} failure={t`This campaign could not be loaded.`}>
        <CampaignFacts id={id} />
      </Part>
      <ReportCampaign campaignId={id} />
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
        {t`View in Active Campaigns`}
      </Button>
    );
  }
  if (campaign.whoMayJoin === "approval") return <RequestJoin campaign={campaign} />;
  return (
    <Button variant="primary" disabled={join.isPending} onClick={() => join.mutate(campaign._id)}>
      {join.isPending ? t`Joining...` : t`Join Campaign`}
    </Button>
  );
}
