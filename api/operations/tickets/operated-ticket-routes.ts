import { changeInputSchema } from "@fairclick/core/operations/operator-change-schema";
import {
  adminTicketDetailSchema,
  adminTicketSchema,
  ticketAnswerSchema,
  ticketsQuerySchema,
} from "@fairclick/core/operations/tickets-schema";
import { listResponse } from "@fairclick/core/schemas/page";
import {
  answerTicket,
  closeTicket,
  reopenTicket,
} from "@fairclick/services/operations/tickets/answer-ticket";
import { getTicket, listAllTickets } from "@fairclick/services/operations/tickets/operated-tickets";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../../define-route";
import { ok } from "../../respond";
import { changeResponses } from "../change-responses";
import { presentAdminTicket, presentTicketDetail } from "./present-ticket";

const params = z.object({ id: z.string().max(36) });
const change = {
  method: "post",
  access: "operator:tickets:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const adminTicketRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:tickets:read",
      summary: "List tickets: waiting ones oldest first, others newest first",
      request: { query: ticketsQuerySchema },
      responses: { 200: jsonResponse(listResponse(adminTicketSchema), "A page of tickets") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllTickets(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentAdminTicket), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "operator:tickets:read",
      summary: "Get a ticket with its messages and the state of its writer's account",
      request: { params },
      responses: {
        200: jsonResponse(
          z.object({ status: z.literal("success"), data: adminTicketDetailSchema }),
          "The ticket",
        ),
      },
    }),
    async (c) => {
      const ticket = await getTicket(c.var.ctx, c.req.valid("param").id);
      return ok(c, { data: presentTicketDetail(ticket) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/answer",
      summary: "Answer a ticket, in the app or by mail",
      request: { params, ...jsonBody(ticketAnswerSchema) },
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await answerTicket(c.var.ctx, input, c.var.deps.config) });
    },
  )
  .openapi(
    defineRoute({ ...change, path: "/{id}/close", summary: "Close a ticket" }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await closeTicket(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{id}/reopen",
      summary: "Reopen a closed ticket: it waits for an operator again",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await reopenTicket(c.var.ctx, input) });
    },
  );
