import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { SettingsPage } from "../../../campaigns/settings-page";
import { CampaignSetUp } from "../../../clicks/conversion-set-up";
import { campaignQuery, campaignStatsQuery } from "../../../queries/own-campaigns";

export const Route = createFileRoute("/app/_signed-in/campaigns/$campaignId_/settings")({
  loader: async ({ context: { queryClient }, params: { campaignId } }) => {
    await Promise.all([
      queryClient.ensureQueryData(campaignQuery(campaignId)),
      queryClient.ensureQueryData(campaignStatsQuery(campaignId)),
    ]);
  },
  staticData: {
    failure: t`This campaign could not be loaded.`,
    parent: { to: "/app/campaigns", label: t`All Your Campaigns` },
  },
  component: CampaignSettingsPage,
});

function CampaignSettingsPage() {
  const { campaignId } = Route.useParams();
  return (
    <SettingsPage
      key={campaignId}
      id={campaignId}
      keys={<CampaignSetUp campaignId={campaignId} />}
    />
  );
}
