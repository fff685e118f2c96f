import { dollarsFromMicros, microsFromCents, wholeCentsFromMicros } from "@fairclick/core/money";
import { pageQuerySchema } from "@fairclick/core/schemas/page";
import {
  transactionsResponseSchema,
  walletSummaryResponseSchema,
} from "@fairclick/core/schemas/payment";
import { exportTransactions } from "@fairclick/services/wallet/export-transactions";
import { getSummary } from "@fairclick/services/wallet/get-summary";
import { listTransactions } from "@fairclick/services/wallet/list-transactions";
import { z } from "zod";
import { presentTransaction } from "../answers/present-transaction";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const ORDINARY_PAGE = 50;

const summary = defineRoute({
  method: "get",
  path: "/summary",
  access: "user",
  summary:
    "The signed-in user's money in dollars; what can be withdrawn is rounded down to the cent",
  responses: { 200: jsonAnswer(walletSummaryResponseSchema, "Balances") },
});

const transactions = defineRoute({
  method: "get",
  path: "/transactions",
  access: "user",
  summary: "One line a business event, newest first",
  request: { query: pageQuerySchema.extend({ cursor: z.string().max(200).optional() }) },
  responses: { 200: jsonAnswer(transactionsResponseSchema, "A page of the history") },
});

const transactionsCsv = defineRoute({
  method: "get",
  path: "/transactions.csv",
  access: "user",
  summary: "The whole history as CSV; its amounts add up to the balances of wallet and earnings",
  responses: {
    200: {
      description: "One line a business event, oldest first",
      content: { "text/csv": { schema: z.string() } },
    },
  },
});

export const walletRoutes = newRouter()
  .openapi(summary, async (c) => {
    const wallet = await getSummary(c.var.ctx, c.var.deps.config);
    const withdrawableMicros = microsFromCents(
      wholeCentsFromMicros(wallet.earningsMicros - wallet.waitingMicros),
    );
    return c.json(
      {
        walletBalance: dollarsFromMicros(wallet.walletMicros),
        withdrawableBalance: dollarsFromMicros(withdrawableMicros),
        totalEarnings: dollarsFromMicros(wallet.totalEarnedMicros),
        pendingPayouts: dollarsFromMicros(wallet.pendingMicros),
      },
      200,
    );
  })
  .openapi(transactions, async (c) => {
    const { cursor, limit = ORDINARY_PAGE } = c.req.valid("query");
    const { lines, nextCursor } = await listTransactions(c.var.ctx, { cursor, limit });
    return c.json({ transactions: lines.map(presentTransaction), nextCursor }, 200);
  })
  .openapi(transactionsCsv, async (c) =>
    c.body(await exportTransactions(c.var.ctx), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="fairclick-transactions.csv"',
    }),
  );
