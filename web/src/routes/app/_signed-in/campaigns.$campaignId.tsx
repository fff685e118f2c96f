import { createFileRoute } from "@tanstack/react-router";
import { CampaignPage, type CampaignPageView } from "../../../features/campaigns/own/campaign-page";
import { EveryClick } from "../../../features/clicks/campaign/every-click";
import { CampaignInsight } from "../../../features/clicks/conversions/campaign-insight";
import { campaignConversionsQuery } from "../../../queries/conversions";
import {
  campaignLinksQuery,
  campaignQuery,
  campaignSeriesQuery,
  campaignStatsQuery,
} from "../../../queries/own-campaigns";
import { useViewChange } from "../../../ui/use-view-change";

export const Route = createFileRoute("/app/_signed-in/campaigns/$campaignId")({
  validateSearch: (search): CampaignPageView => ({
    ...(search.by === "hour" ? { by: "hour" } : {}),
    ...(typeof search.dialog === "string" ? { dialog: search.dialog } : {}),
    ...(typeof search.clicks === "string" ? { clicks: search.clicks } : {}),
  }),
  loader: async ({ context: { queryClient }, params: { campaignId } }) => {
    void queryClient.prefetchQuery(campaignSeriesQuery(campaignId, "day"));
    void queryClient.prefetchQuery(campaignLinksQuery(campaignId));
    void queryClient.prefetchQuery(campaignConversionsQuery(campaignId));
    await Promise.all([
      queryClient.ensureQueryData(campaignQuery(campaignId)),
      queryClient.ensureQueryData(campaignStatsQuery(campaignId)),
    ]);
  },
  staticData: {
    failure: "This campaign could not be loaded.",
    parent: { to: "/app/campaigns", label: "All Your Campaigns" },
  },
  component: OwnCampaignPage,
});

function OwnCampaignPage() {
  const { campaignId } = Route.useParams();
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useViewChange({ view, dialog: "dialog", navigate });
  return (
    <CampaignPage
      key={campaignId}
      id={campaignId}
      view={view}
      onChange={change}
      clicks={
        <EveryClick
          campaignId={campaignId}
          filter={view.clicks}
          onFilter={(clicks) => change({ ...view, clicks })}
        />
      }
      conversions={<CampaignInsight campaignId={campaignId} step={view.by ?? "day"} />}
    />
  );
}
