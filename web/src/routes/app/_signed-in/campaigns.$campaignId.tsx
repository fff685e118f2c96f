import { createFileRoute } from "@tanstack/react-router";
import { CampaignPage } from "../../../features/campaigns/campaign-page";

export const Route = createFileRoute("/app/_signed-in/campaigns/$campaignId")({
  component: OwnCampaignPage,
});

function OwnCampaignPage() {
  const { campaignId } = Route.useParams();
  return <CampaignPage key={campaignId} id={campaignId} />;
}
