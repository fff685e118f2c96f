import { createFileRoute, useLocation } from "@tanstack/react-router";
import { CreatorHub, type HubView } from "../../../campaigns/creator-hub";
import { loadStart, newcomersGuide } from "../../../campaigns/start-guide";
import {
  dashboardQuery,
  joinableQuery,
  joinedQuery,
  readMarketView,
} from "../../../queries/campaigns";
import { useViewChange } from "../../../ui/use-view-change";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The campaign that was deployed just now; survives a reload. */
    deployed?: string;
  }
}

export const Route = createFileRoute("/app/_signed-in/creator-hub")({
  validateSearch: readView,
  loader: async ({ context: { queryClient, user }, location }) => {
    const { tab, campaign: _dialog, ...market } = readView(location.search);
    void queryClient.prefetchQuery(dashboardQuery);
    const joined = queryClient.prefetchQuery(joinedQuery);
    const start = loadStart(newcomersGuide(), { queryClient, userId: user._id });
    const list = () => queryClient.prefetchInfiniteQuery(joinableQuery(market));
    await Promise.all([start, tab === "mine" ? joined : list()]);
  },
  component: CreatorHubPage,
});

function readView(search: Record<string, unknown>): HubView {
  return {
    ...(search.tab === "mine" ? { tab: "mine" } : {}),
    ...readMarketView(search),
    ...(typeof search.campaign === "string" ? { campaign: search.campaign } : {}),
  };
}

function CreatorHubPage() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useViewChange({ view, dialog: "campaign", navigate });
  const deployed = useLocation({ select: ({ state }) => state.deployed });
  return <CreatorHub view={view} onChange={change} deployed={deployed} />;
}
