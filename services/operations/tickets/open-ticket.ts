import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { ticketWaits } from "@fairclick/core/notices/ticket-notices";
import {
  MAX_OPEN_TICKETS,
  MAX_TICKET_MESSAGES,
  type TicketCategory,
} from "@fairclick/core/operations/ticket";
import type { ContactInput, TicketInput } from "@fairclick/core/operations/tickets-schema";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  countOpenTickets,
  insertTicket,
  insertTicketMessage,
  lockTicket,
  setTicketState,
} from "@fairclick/sql/operations/tickets";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { getOwnTicket, type OwnTicketView, ticketNotFound } from "./own-tickets";

/** Opens a ticket of the signed-in user. Throws `conflict` if too many are open. */
export async function openTicket(ctx: Ctx, input: TicketInput): Promise<OwnTicketView> {
  const userId = requireUser(ctx);
  const id = await withTx(ctx.db, async (tx) => {
    if ((await countOpenTickets(tx, userId)) >= MAX_OPEN_TICKETS) {
      throw new AppError(
        "conflict",
        t`${MAX_OPEN_TICKETS} of your messages are open. Please add to one of them.`,
      );
    }
    return write(tx, ctx, { ...input, userId, email: null });
  });
  return getOwnTicket(ctx, id);
}

/**
 * Opens a ticket of somebody without an account. Sends no mail to the address: only an operator's
 * answer does.
 */
export async function openContactTicket(ctx: Ctx, input: ContactInput): Promise<void> {
  await withTx(ctx.db, (tx) => write(tx, ctx, { ...input, userId: null }));
}

/** Adds a message to the user's own ticket, which then waits for an operator again. */
export async function replyToTicket(
  ctx: Ctx,
  { id, text }: { id: string; text: string },
): Promise<OwnTicketView> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket || ticket.userId !== userId) throw ticketNotFound();
    if (ticket.state === "closed") {
      throw new AppError("conflict", t`This ticket is closed. Please write a new message.`);
    }
    if (ticket.messages >= MAX_TICKET_MESSAGES) {
      throw new AppError("conflict", t`This ticket is full. Please write a new message.`);
    }
    await insertTicketMessage(tx, { ticketId: id, operatorId: null, text, at });
    await setTicketState(tx, { id, state: "waiting", at });
    await notifyOperators(tx, ctx, ticket);
  });
  return getOwnTicket(ctx, id);
}

type Written = TicketInput & { userId: UserId | null; email: string | null };

async function write(tx: Tx, ctx: Ctx, ticket: Written): Promise<string> {
  const { userId, email, category, subject, text } = ticket;
  const id = Bun.randomUUIDv7();
  const at = ctx.now();
  await insertTicket(tx, { id, userId, email, category, subject, at });
  await insertTicketMessage(tx, { ticketId: id, operatorId: null, text, at });
  await notifyOperators(tx, ctx, ticket);
  return id;
}

/** At most once an hour, so that nobody can flood the operators' mailbox. */
async function notifyOperators(
  tx: Tx,
  ctx: Ctx,
  { category, subject }: { category: TicketCategory; subject: string },
): Promise<void> {
  const hour = ctx.now().toISOString().slice(0, "2026-01-01T00".length);
  await notify(tx, ctx, ticketWaits, { to: "operators", data: { category, subject }, key: hour });
}
