import {
  booksResponseSchema,
  monthReportResponseSchema,
  reportQuerySchema,
  statementQuerySchema,
  statementResponseSchema,
  withdrawalTraceResponseSchema,
} from "@fairclick/core/money/ledger";
import {
  getMonthReport,
  getStatement,
  traceWithdrawal,
  verifyBooks,
} from "@fairclick/services/money/ledger";
import { z } from "zod";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

export const ledgerRoutes = new Router()
  .get("/verify", {
    access: "operator:ledger:read",
    summary: "Verify the ledger",
    responses: { 200: jsonResponse(booksResponseSchema, "Every check, with its differences") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await verifyBooks(c.var.ctx) });
    },
  })
  .get("/accounts/{account}", {
    access: "operator:ledger:read",
    summary: "List the last entries of an account, with the balance after each",
    request: { params: z.object({ account: z.string().max(60) }), query: statementQuerySchema },
    responses: { 200: jsonResponse(statementResponseSchema, "The statement") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      const { account } = c.req.valid("param");
      const data = await getStatement(c.var.ctx, { account, ...c.req.valid("query") });
      return ok(c, { data });
    },
  })
  .get("/report", {
    access: "operator:ledger:read",
    summary: "Get what the business earned, paid, owes and holds in a month",
    request: { query: reportQuerySchema },
    responses: { 200: jsonResponse(monthReportResponseSchema, "The report") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await getMonthReport(c.var.ctx, c.req.valid("query").month) });
    },
  })
  .get("/withdrawals/{id}/trace", {
    access: "operator:ledger:read",
    summary: "Trace a withdrawal to the deposits and cards that its money came from",
    request: { params: z.object({ id: z.string().max(60) }) },
    responses: { 200: jsonResponse(withdrawalTraceResponseSchema, "The trace") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await traceWithdrawal(c.var.ctx, c.req.valid("param").id) });
    },
  });
