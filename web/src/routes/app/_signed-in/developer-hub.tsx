import { createFileRoute } from "@tanstack/react-router";
import { DeveloperHub } from "../../../campaigns/developer-hub";
import { loadStart } from "../../../campaigns/start-guide";
import { walletQuery } from "../../../queries/money";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";

export const Route = createFileRoute("/app/_signed-in/developer-hub")({
  loader: async ({ context: { queryClient, user } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchQuery(ownCampaignsQuery);
    await loadStart("developer", { queryClient, userId: user._id });
  },
  component: DeveloperHub,
});
