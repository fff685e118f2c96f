import { createFileRoute } from "@tanstack/react-router";
import { PublicCampaigns } from "../features/campaigns/public-campaigns";
import { PublicPage } from "../shell/public-page";

export const Route = createFileRoute("/campaigns")({
  validateSearch: (search): { search?: string } =>
    search.search === undefined ? {} : { search: String(search.search) },
  component: CampaignsPage,
});

function CampaignsPage() {
  const { search = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PublicPage>
      <PublicCampaigns
        search={search}
        onSearch={(text) =>
          void navigate({
            search: text ? { search: text } : {},
            replace: true,
            resetScroll: false,
          })
        }
      />
    </PublicPage>
  );
}
