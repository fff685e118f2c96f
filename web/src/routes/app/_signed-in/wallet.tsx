import { createFileRoute } from "@tanstack/react-router";
import { WalletPage } from "../../../features/money/wallet/wallet-page";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";
import { walletQuery } from "../../../queries/wallet";

export const Route = createFileRoute("/app/_signed-in/wallet")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchQuery(ownCampaignsQuery);
  },
  component: WalletPage,
});
