import { booksResponseSchema, withdrawalTraceResponseSchema } from "@fairclick/core/money/ledger";
import { onlySchema } from "@fairclick/core/schemas";
import { traceWithdrawal, verifyBooks } from "@fairclick/services/money/ledger";
import { z } from "zod";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

export const ledgerRoutes = new Router()
  .get("/verify", {
    access: "operator:ledger:read",
    summary: "Verify the ledger; with `all`, every sealed day again",
    request: { query: z.object({ all: onlySchema }) },
    responses: { 200: jsonResponse(booksResponseSchema, "Every check, with its differences") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await verifyBooks(c.var.ctx, c.req.valid("query")) });
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
