import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOverview } from "../../features/campaigns/own/campaigns-overview";
import { ownCampaignsQuery } from "../../queries/own-campaigns";
import { readToken } from "../../session/token";

export const Route = createFileRoute("/app/campaigns/")({
  loader: ({ context: { queryClient } }) => {
    if (readToken() !== null) void queryClient.prefetchQuery(ownCampaignsQuery);
  },
  component: CampaignsOverview,
});
