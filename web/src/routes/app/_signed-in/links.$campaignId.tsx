import { createFileRoute } from "@tanstack/react-router";
import { LinkPage } from "../../../features/clicks/link/link-page";
import { joinedQuery } from "../../../queries/campaigns";
import { linkConversionsQuery } from "../../../queries/conversions";
import { linkStatsQuery } from "../../../queries/own-campaigns";

export const Route = createFileRoute("/app/_signed-in/links/$campaignId")({
  validateSearch: (search): { by?: "hour" } => (search.by === "hour" ? { by: "hour" } : {}),
  loader: async ({ context: { queryClient }, params: { campaignId } }) => {
    void queryClient.prefetchQuery(linkStatsQuery(campaignId));
    void queryClient.prefetchQuery(linkConversionsQuery(campaignId));
    await queryClient.ensureQueryData(joinedQuery);
  },
  staticData: { failure: "This link could not be loaded." },
  component: OwnLinkPage,
});

function OwnLinkPage() {
  const { campaignId } = Route.useParams();
  const { by = "day" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LinkPage
      campaignId={campaignId}
      step={by}
      onStep={(step) =>
        void navigate({
          search: step === "hour" ? { by: "hour" } : {},
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
