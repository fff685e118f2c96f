import { t } from "@fairclick/core/language/t";
import {
  ownTicketResponseSchema,
  ownTicketsResponseSchema,
  ticketInputSchema,
  ticketReplySchema,
} from "@fairclick/core/operations/tickets-schema";
import { pageQuerySchema } from "@fairclick/core/schemas/page";
import { requireUser } from "@fairclick/services/actor";
import { openTicket, replyToTicket } from "@fairclick/services/operations/tickets/open-ticket";
import { getOwnTicket, listOwnTickets } from "@fairclick/services/operations/tickets/own-tickets";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../../define-route";
import { created, ok } from "../../respond";
import { presentOwnTicket, presentTicketSummary } from "./present-ticket";

const params = z.object({ id: z.string().max(36) });

export const ticketRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "user",
      keyScope: "none",
      summary: "List your messages to the operators, newest first",
      request: { query: pageQuerySchema },
      responses: { 200: jsonResponse(ownTicketsResponseSchema, "A page of tickets") },
    }),
    async (c) => {
      const { items, nextCursor } = await listOwnTickets(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentTicketSummary), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "user",
      keyScope: "none",
      summary: "Write to the operators",
      description: "A suspended user can, too. At most 10 tickets can be open.",
      request: jsonBody(ticketInputSchema),
      responses: { 201: jsonResponse(ownTicketResponseSchema, "The ticket") },
    }),
    async (c) => {
      await c.var.deps.limits.take("ticketAccount", requireUser(c.var.ctx));
      const ticket = await openTicket(c.var.ctx, c.req.valid("json"));
      return created(c, {
        message: t`Thank you. An operator will answer you here.`,
        data: presentOwnTicket(ticket),
      });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "user",
      keyScope: "none",
      summary: "Get one of your tickets with its messages, oldest first",
      request: { params },
      responses: { 200: jsonResponse(ownTicketResponseSchema, "The ticket") },
    }),
    async (c) => {
      const ticket = await getOwnTicket(c.var.ctx, c.req.valid("param").id);
      return ok(c, { message: "Found", data: presentOwnTicket(ticket) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/replies",
      access: "user",
      keyScope: "none",
      summary: "Add a message to your ticket, unless it is closed",
      request: { params, ...jsonBody(ticketReplySchema) },
      responses: { 201: jsonResponse(ownTicketResponseSchema, "The ticket") },
    }),
    async (c) => {
      await c.var.deps.limits.take("ticketAccount", requireUser(c.var.ctx));
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      const ticket = await replyToTicket(c.var.ctx, input);
      return created(c, {
        message: t`Thank you. An operator will answer you here.`,
        data: presentOwnTicket(ticket),
      });
    },
  );
