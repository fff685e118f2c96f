import { createFileRoute } from "@tanstack/react-router";
import { DeveloperHub } from "../../../features/campaigns/hubs/developer-hub";
import { loadStart } from "../../../features/campaigns/start/start";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";
import { walletQuery } from "../../../queries/wallet";

export const Route = createFileRoute("/app/_signed-in/developer-hub")({
  loader: async ({ context: { queryClient, user } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchQuery(ownCampaignsQuery);
    await loadStart("developer", { queryClient, userId: user._id });
  },
  component: DeveloperHub,
});
