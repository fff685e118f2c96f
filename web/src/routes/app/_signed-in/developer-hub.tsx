import { createFileRoute } from "@tanstack/react-router";
import { DeveloperHub } from "../../../features/campaigns/hubs/developer-hub";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";
import { walletQuery } from "../../../queries/wallet";

export const Route = createFileRoute("/app/_signed-in/developer-hub")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchQuery(ownCampaignsQuery);
  },
  component: DeveloperHub,
});
