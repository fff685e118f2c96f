import { createFileRoute } from "@tanstack/react-router";
import { WalletPage } from "../../../money/wallet-page";
import { walletQuery } from "../../../queries/money";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";

export const Route = createFileRoute("/app/_signed-in/wallet")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchQuery(ownCampaignsQuery);
  },
  component: WalletPage,
});
