import type {
  AdminTicket,
  AdminTicketDetail,
  OwnTicket,
  TicketAccount,
  TicketSummary,
} from "@fairclick/core/operations/tickets-schema";
import type {
  TicketAccountView,
  TicketView,
} from "@fairclick/services/operations/tickets/operated-tickets";
import type { OwnTicketView } from "@fairclick/services/operations/tickets/own-tickets";
import type { TicketRow } from "@fairclick/sql/operations/tickets";
import { presentAdminUser } from "../present-operated";

export function presentTicketSummary(ticket: TicketRow): TicketSummary {
  const { id, category, subject, state, openedAt, touchedAt } = ticket;
  return {
    ...{ _id: id, category, subject, state },
    openedAt: openedAt.toISOString(),
    touchedAt: touchedAt.toISOString(),
  };
}

/** Leaves out the operator's name, which only operators see. */
export function presentOwnTicket({ thread, ...ticket }: OwnTicketView): OwnTicket {
  return {
    ...presentTicketSummary(ticket),
    messages: thread.map(({ operator, text, at }) => ({
      ...{ fromOperator: operator !== null, text },
      at: at.toISOString(),
    })),
  };
}

export function presentAdminTicket({ touchedAt, ...ticket }: TicketRow): AdminTicket {
  return {
    ...ticket,
    openedAt: ticket.openedAt.toISOString(),
    waitsSince: ticket.waitsSince?.toISOString() ?? null,
  };
}

export function presentTicketDetail({ thread, account, ...ticket }: TicketView): AdminTicketDetail {
  const { messages, ...shown } = presentAdminTicket(ticket);
  return {
    ...shown,
    thread: thread.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
    account: account && presentAccount(account),
  };
}

function presentAccount(account: TicketAccountView): TicketAccount {
  const { emailConfirmed, heldWithdrawals, heldRefunds, findings, newestLinks } = account;
  const holds = { emailConfirmed, heldWithdrawals, heldRefunds, findings, newestLinks };
  return { ...presentAdminUser(account), ...holds };
}
