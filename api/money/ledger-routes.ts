import {
  booksResponseSchema,
  statementQuerySchema,
  statementResponseSchema,
} from "@fairclick/core/money/ledger-schema";
import { getStatement } from "@fairclick/services/money/ledger/get-statement";
import { verifyBooks } from "@fairclick/services/money/ledger/verify-books";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const ledgerRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/verify",
      access: "operator:ledger:read",
      summary: "Verify the ledger",
      responses: { 200: jsonResponse(booksResponseSchema, "Every check, with its differences") },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      return ok(c, { data: await verifyBooks(c.var.ctx) });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/accounts/{account}",
      access: "operator:ledger:read",
      summary: "List the last entries of an account, with the balance after each",
      request: { params: z.object({ account: z.string().max(60) }), query: statementQuerySchema },
      responses: { 200: jsonResponse(statementResponseSchema, "The statement") },
    }),
    async (c) => {
      c.env.waitForAnswer?.();
      const { account } = c.req.valid("param");
      const data = await getStatement(c.var.ctx, { account, ...c.req.valid("query") });
      return ok(c, { data });
    },
  );
