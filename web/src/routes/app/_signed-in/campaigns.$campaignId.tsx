import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { CampaignPage, type CampaignPageView } from "../../../campaigns/campaign-page";
import { CampaignClicks } from "../../../clicks/campaign-clicks";
import { CampaignInsight } from "../../../clicks/creator-conversions";
import {
  campaignLinksQuery,
  campaignQuery,
  campaignSeriesQuery,
  campaignStatsQuery,
} from "../../../queries/own-campaigns";
import { parseRange } from "../../../queries/series-window";
import { useViewChange } from "../../../ui/use-view-change";

export const Route = createFileRoute("/app/_signed-in/campaigns/$campaignId")({
  validateSearch: (search): CampaignPageView => ({
    ...(typeof search.section === "string" ? { section: search.section } : {}),
    ...(typeof search.range === "string" ? { range: search.range } : {}),
    ...(typeof search.dialog === "string" ? { dialog: search.dialog } : {}),
    ...(typeof search.clicks === "string" ? { clicks: search.clicks } : {}),
  }),
  loaderDeps: ({ search: { section, range } }) => ({ section, range }),
  loader: async ({ context: { queryClient }, params: { campaignId }, deps }) => {
    const { section } = deps;
    const range = parseRange(deps.range);
    if (section === "creators") void queryClient.prefetchQuery(campaignLinksQuery(campaignId));
    const campaign = queryClient.ensureQueryData(campaignQuery(campaignId));
    await Promise.all([campaign, queryClient.ensureQueryData(campaignStatsQuery(campaignId))]);
    const { startDate: begin } = await campaign;
    void queryClient.prefetchQuery(campaignSeriesQuery(campaignId, { range, begin }));
  },
  staticData: {
    failure: t`This campaign could not be loaded.`,
    parent: { to: "/app/campaigns", label: t`All Your Campaigns` },
  },
  component: OwnCampaignPage,
});

function OwnCampaignPage() {
  const { campaignId } = Route.useParams();
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useViewChange({ view, dialog: "dialog", navigate });
  const range = parseRange(view.range);
  return (
    <CampaignPage
      key={campaignId}
      id={campaignId}
      view={view}
      onChange={change}
      clicks={
        <CampaignClicks
          campaignId={campaignId}
          range={range}
          filter={view.clicks}
          onFilter={(clicks) => change({ ...view, clicks })}
        />
      }
      conversions={<CampaignInsight campaignId={campaignId} range={range} />}
    />
  );
}
