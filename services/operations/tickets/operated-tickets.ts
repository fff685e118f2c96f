import { isUuid, type UserId } from "@fairclick/core/ids";
import type { TicketState } from "@fairclick/core/operations/ticket";
import type { OperatedUser } from "@fairclick/sql/accounts/operated-users";
import {
  type AccountHolds,
  getAccountHolds,
  listNewestLinks,
  type NewestLink,
} from "@fairclick/sql/operations/ticket-account";
import {
  findTicket,
  listTicketMessages,
  listTickets,
  type TicketMessageRow,
  type TicketRow,
} from "@fairclick/sql/operations/tickets";
import { getUser } from "../../accounts/find-user";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";
import { ticketNotFound } from "./own-tickets";

const MAX_LINKS = 10;

export type TicketAccountView = OperatedUser & AccountHolds & { newestLinks: NewestLink[] };
export type TicketView = TicketRow & {
  thread: TicketMessageRow[];
  /** Null for somebody without an account. */
  account: TicketAccountView | null;
};

export function listAllTickets(
  ctx: Ctx,
  { state, cursor, limit }: PageInput & { state: TicketState },
): Promise<Page<TicketRow>> {
  requireOperator(ctx);
  const read = (count: number) =>
    listTickets(ctx.db.sql, { state, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor: ({ id }) => id });
}

/** Returns a ticket, its messages, and the state of its writer's account. */
export async function getTicket(ctx: Ctx, id: string): Promise<TicketView> {
  requireOperator(ctx);
  const ticket = isUuid(id) ? await findTicket(ctx.db.sql, id) : null;
  if (!ticket) throw ticketNotFound();
  const thread = await listTicketMessages(ctx.db.sql, id);
  const account = ticket.userId === null ? null : await readAccount(ctx, ticket.userId);
  return { ...ticket, thread, account };
}

async function readAccount(ctx: Ctx, userId: UserId): Promise<TicketAccountView> {
  const { sql } = ctx.db;
  const [user, holds, newestLinks] = await Promise.all([
    getUser(ctx, userId),
    getAccountHolds(sql, userId),
    listNewestLinks(sql, { userId, limit: MAX_LINKS }),
  ]);
  return { ...user, ...holds, newestLinks };
}
