import { createFileRoute } from "@tanstack/react-router";
import { CreatorHub, type HubView } from "../../../features/campaigns/hubs/creator-hub";

export const Route = createFileRoute("/app/_signed-in/creator-hub")({
  validateSearch: (search): HubView => ({
    ...(search.tab === "mine" ? { tab: "mine" } : {}),
    ...(search.search !== undefined ? { search: String(search.search) } : {}),
    ...(typeof search.campaign === "string" ? { campaign: search.campaign } : {}),
  }),
  component: CreatorHubPage,
});

function CreatorHubPage() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CreatorHub
      view={view}
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
