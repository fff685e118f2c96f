import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  findTicket,
  listTicketMessages,
  listUserTickets,
  type TicketMessageRow,
  type TicketRow,
} from "@fairclick/sql/operations/tickets";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

export type OwnTicketView = TicketRow & { thread: TicketMessageRow[] };

export function listOwnTickets(ctx: Ctx, { cursor, limit }: PageInput): Promise<Page<TicketRow>> {
  const userId = requireUser(ctx);
  const read = (count: number) =>
    listUserTickets(ctx.db.sql, { userId, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor: ({ id }) => id });
}

/** Throws `not_found` for tickets of other people. */
export async function getOwnTicket(ctx: Ctx, id: string): Promise<OwnTicketView> {
  const userId = requireUser(ctx);
  const ticket = isUuid(id) ? await findTicket(ctx.db.sql, id) : null;
  if (!ticket || ticket.userId !== userId) throw ticketNotFound();
  return { ...ticket, thread: await listTicketMessages(ctx.db.sql, id) };
}

export function ticketNotFound(): AppError {
  return new AppError("not_found", t`There is no such ticket.`);
}
