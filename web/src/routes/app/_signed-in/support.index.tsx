import { createFileRoute } from "@tanstack/react-router";
import { SupportPage } from "../../../features/accounts/support/support-page";
import { ticketsQuery } from "../../../queries/tickets";

export const Route = createFileRoute("/app/_signed-in/support/")({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchInfiniteQuery(ticketsQuery),
  component: SupportPage,
});
