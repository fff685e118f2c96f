import { createFileRoute } from "@tanstack/react-router";
import { CampaignPage } from "../features/campaigns/campaign-page";
import { campaignQuery } from "../queries/own-campaigns";

export const Route = createFileRoute("/campaigns_/$campaignId")({
  loader: ({ context: { queryClient }, params }) =>
    queryClient.prefetchQuery(campaignQuery(params.campaignId)),
  component: PublicCampaignPage,
});

function PublicCampaignPage() {
  return <CampaignPage id={Route.useParams().campaignId} />;
}
