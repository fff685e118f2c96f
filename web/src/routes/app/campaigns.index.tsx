import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOverview, type CampaignsView } from "../../campaigns/campaigns-overview";
import { ownCampaignsQuery, ownDaysQuery } from "../../queries/own-campaigns";
import { readToken } from "../../session/token";

export const Route = createFileRoute("/app/campaigns/")({
  validateSearch: ({ search, sort }): CampaignsView => ({
    // An address with a number in it is parsed as one.
    ...(search === undefined ? {} : { search: String(search) }),
    ...(typeof sort === "string" ? { sort } : {}),
  }),
  loader: ({ context: { queryClient } }) => {
    if (readToken() === null) return;
    void queryClient.prefetchQuery(ownCampaignsQuery);
    void queryClient.prefetchQuery(ownDaysQuery);
  },
  component: Campaigns,
});

function Campaigns() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CampaignsOverview
      view={view}
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
