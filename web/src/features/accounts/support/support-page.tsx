import { t } from "@fairclick/core/language/t";
import type { TicketState } from "@fairclick/core/operations/ticket";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ticketsQuery } from "../../../queries/tickets";
import { Button } from "../../../ui/button";
import { formatMoment } from "../../../ui/format/day";
import { Failure } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { Receipt } from "../../../ui/receipt";
import { NewTicket } from "./new-ticket";

const stateNames: Record<TicketState, string> = {
  waiting: t`Waits for an operator`,
  answered: t`Answered`,
  closed: t`Closed`,
};

/** A form to write to the operators, and what the user wrote before. */
export function SupportPage() {
  return (
    <>
      <PageHeading
        title={t`Support`}
        lead={t`Write to the people who run this marketplace. They see your account beside your message, so you need not repeat what is there. Never send a password.`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Receipt>
          <h2 className="mb-4 text-xl">{t`New message`}</h2>
          <NewTicket />
        </Receipt>
        <Tickets />
      </div>
    </>
  );
}

function Tickets() {
  const list = useInfiniteQuery(ticketsQuery);
  const tickets = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.isError && !list.data) {
    return (
      <Failure
        message={t`Your messages could not be loaded.`}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (tickets.length === 0) return null;
  return (
    <Receipt>
      <h2 className="mb-4 text-xl">{t`Your messages`}</h2>
      <ul className="divide-y-2 divide-dashed divide-rule">
        {tickets.map(({ _id, subject, state, touchedAt }) => (
          <li key={_id} className="py-3">
            <Link
              to="/app/support/$ticketId"
              params={{ ticketId: _id }}
              className="break-words font-semibold"
            >
              {subject}
            </Link>
            <p className="text-sm text-soft">
              {stateNames[state]} · {formatMoment(touchedAt)}
            </p>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          className="mt-4"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? t`Loading...` : t`Show older messages`}
        </Button>
      ) : null}
    </Receipt>
  );
}
