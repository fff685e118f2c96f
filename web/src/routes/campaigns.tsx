import { createFileRoute } from "@tanstack/react-router";
import { PublicCampaigns } from "../campaigns/public-campaigns-more";
import { type MarketView, readMarketView } from "../queries/campaigns";
import { PublicPage } from "../shell/public-page";

export const Route = createFileRoute("/campaigns")({
  validateSearch: readView,
  component: CampaignsPage,
});

/** Leaves out filters and orders that need the profile of a signed-in user. */
function readView(search: Record<string, unknown>): MarketView {
  const { fit: _fit, sort, ...view } = readMarketView(search);
  return { ...view, ...(sort && sort !== "fit" ? { sort } : {}) };
}

function CampaignsPage() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PublicPage>
      <PublicCampaigns
        view={view}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
    </PublicPage>
  );
}
