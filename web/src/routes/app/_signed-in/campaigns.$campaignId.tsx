import { createFileRoute } from "@tanstack/react-router";
import { CampaignPage, type CampaignPageView } from "../../../features/campaigns/own/campaign-page";

export const Route = createFileRoute("/app/_signed-in/campaigns/$campaignId")({
  validateSearch: (search): CampaignPageView => ({
    ...(search.by === "hour" ? { by: "hour" } : {}),
    ...(search.dialog === "edit" || search.dialog === "end" ? { dialog: search.dialog } : {}),
  }),
  component: OwnCampaignPage,
});

function OwnCampaignPage() {
  const { campaignId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CampaignPage
      key={campaignId}
      id={campaignId}
      view={Route.useSearch()}
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
