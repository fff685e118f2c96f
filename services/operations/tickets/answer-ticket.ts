import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { contactAnswered, ticketAnswered } from "@fairclick/core/notices/ticket-notices";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { MAX_TICKET_MESSAGES, type TicketState } from "@fairclick/core/operations/ticket";
import type { Tx } from "@fairclick/sql/db/client";
import {
  insertTicketMessage,
  lockTicket,
  setTicketState,
  type TicketRow,
} from "@fairclick/sql/operations/tickets";
import { requireOperator } from "../../actor";
import type { Config } from "../../config";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../operators/make-change";
import { ticketNotFound } from "./own-tickets";

type Change = ChangeInput & { id: string };

/**
 * Answers a ticket: its writer reads the answer in the app, or gets it by mail if it came from the
 * contact form. Throws `conflict` for a closed ticket, and if the answer cannot reach its writer.
 */
export async function answerTicket(
  ctx: Ctx,
  { id, text, ...input }: Change & { text: string },
  { mail }: Pick<Config, "mail">,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const ticket = await lockKnown(tx, id);
    refuseAnswer(ticket, mail !== null);
    const state = "answered";
    return {
      action: "ticket.answer",
      subject: `ticket:${id}`,
      before: { state: ticket.state },
      after: { state, text },
      apply: async () => {
        const at = ctx.now();
        await insertTicketMessage(tx, { ticketId: id, operatorId, text, at });
        await setTicketState(tx, { id, state, at });
        await tellWriter(tx, ctx, { ticket, text });
      },
    };
  });
}

export function closeTicket(ctx: Ctx, change: Change): Promise<OperatorChange> {
  return setState(ctx, { ...change, state: "closed" });
}

/** A reopened ticket waits for an operator. */
export function reopenTicket(ctx: Ctx, change: Change): Promise<OperatorChange> {
  return setState(ctx, { ...change, state: "waiting" });
}

async function setState(
  ctx: Ctx,
  { id, state, ...input }: Change & { state: Extract<TicketState, "closed" | "waiting"> },
): Promise<OperatorChange> {
  requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const ticket = await lockKnown(tx, id);
    const isPossible = state === "closed" ? ticket.state !== "closed" : ticket.state === "closed";
    if (!isPossible) throw new AppError("conflict", `This ticket is ${ticket.state}.`);
    return {
      action: state === "closed" ? "ticket.close" : "ticket.reopen",
      subject: `ticket:${id}`,
      before: { state: ticket.state },
      after: { state },
      apply: () => setTicketState(tx, { id, state, at: ctx.now() }),
    };
  });
}

async function lockKnown(tx: Tx, id: string): Promise<TicketRow> {
  const ticket = isUuid(id) ? await lockTicket(tx, id) : null;
  if (!ticket) throw ticketNotFound();
  return ticket;
}

function refuseAnswer(ticket: TicketRow, canMail: boolean): void {
  if (ticket.state === "closed") {
    throw new AppError("conflict", "This ticket is closed. Reopen it to answer.");
  }
  if (ticket.messages >= MAX_TICKET_MESSAGES) {
    throw new AppError("conflict", `This ticket has ${MAX_TICKET_MESSAGES} messages: close it.`);
  }
  if (ticket.userId === null && !canMail) {
    throw new AppError(
      "conflict",
      `This server sends no mail. Write to ${ticket.email} yourself, then close the ticket.`,
    );
  }
}

/** The mail to a stranger holds nothing that the stranger wrote: nobody can make it say something. */
async function tellWriter(
  tx: Tx,
  ctx: Ctx,
  { ticket, text }: { ticket: TicketRow; text: string },
): Promise<void> {
  const { id: ticketId, userId, email, subject, messages } = ticket;
  const key = `${ticketId}:${messages}`;
  if (userId === null) {
    const data = { ticketId, text };
    await notify(tx, ctx, contactAnswered, { to: "operators", data, key, mailTo: email });
  } else {
    await notify(tx, ctx, ticketAnswered, { to: [userId], data: { ticketId, subject }, key });
  }
}
