import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { LinkPage } from "../../../clicks/link-page";
import { joinedQuery } from "../../../queries/campaigns";
import { linkConversionsQuery } from "../../../queries/conversions";
import { linkStatsQuery } from "../../../queries/own-campaigns";
import { parseRange } from "../../../queries/series-window";

export const Route = createFileRoute("/app/_signed-in/links/$campaignId")({
  validateSearch: ({ range }): { range?: string } => (typeof range === "string" ? { range } : {}),
  loader: async ({ context: { queryClient }, params: { campaignId } }) => {
    void queryClient.prefetchQuery(linkStatsQuery(campaignId));
    void queryClient.prefetchQuery(linkConversionsQuery(campaignId));
    await queryClient.ensureQueryData(joinedQuery);
  },
  staticData: { failure: t`This link could not be loaded.` },
  component: OwnLinkPage,
});

function OwnLinkPage() {
  const { campaignId } = Route.useParams();
  const { range } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LinkPage
      campaignId={campaignId}
      range={parseRange(range)}
      onRange={(next) =>
        void navigate({ search: { range: next }, replace: true, resetScroll: false })
      }
    />
  );
}
