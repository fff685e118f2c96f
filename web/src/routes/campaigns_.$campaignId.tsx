import { createFileRoute } from "@tanstack/react-router";
import { PublicCampaign } from "../campaigns/public-campaigns";
import { campaignQuery } from "../queries/own-campaigns";

export const Route = createFileRoute("/campaigns_/$campaignId")({
  loader: ({ context: { queryClient }, params }) =>
    queryClient.prefetchQuery(campaignQuery(params.campaignId)),
  component: PublicCampaignPage,
});

function PublicCampaignPage() {
  return <PublicCampaign id={Route.useParams().campaignId} />;
}
