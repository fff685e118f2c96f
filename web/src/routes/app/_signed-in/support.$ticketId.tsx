import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { TicketPage } from "../../../features/accounts/support/ticket-page";
import { ticketQuery } from "../../../queries/tickets";

export const Route = createFileRoute("/app/_signed-in/support/$ticketId")({
  loader: ({ context: { queryClient }, params: { ticketId } }) =>
    queryClient.ensureQueryData(ticketQuery(ticketId)),
  staticData: { failure: t`This ticket could not be loaded.` },
  component: OwnTicketPage,
});

function OwnTicketPage() {
  return <TicketPage ticketId={Route.useParams().ticketId} />;
}
