import { t } from "@fairclick/core/language/t";
import {
  receiptPath,
  spendRequestSchema,
  spendResponseSchema,
  transactionsResponseSchema,
  walletSummaryResponseSchema,
} from "@fairclick/core/money/deposits";
import { earningsQuerySchema, earningsResponseSchema } from "@fairclick/core/money/earnings";
import { DEBIT_REFUND_DAYS } from "@fairclick/core/money/refunds";
import { pageQuerySchema } from "@fairclick/core/schemas";
import { requireAgreement } from "@fairclick/services/accounts/agreement";
import type { Refundable } from "@fairclick/services/money/refunds";
import {
  type Earnings,
  exportTransactions,
  getEarnings,
  getSummary,
  listTransactions,
  type OutflowLine,
  spendEarnings,
} from "@fairclick/services/money/wallet";
import { z } from "zod";
import { presentReasons } from "../clicks/flagged-clicks";
import { presentSummary } from "../clicks/stats";
import { answer, withId } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";

const ORDINARY_PAGE = 50;

const csvFile = (name: string) => ({
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": `attachment; filename="${name}.csv"`,
});

export const walletRoutes = new Router()
  .get("/summary", {
    ...byUser("payouts"),
    summary: "Get your balances in dollars; the withdrawable balance is rounded down to the cent",
    responses: { 200: jsonResponse(walletSummaryResponseSchema, "Balances") },
    handle: async (c) => {
      const wallet = await getSummary(c.var.ctx, c.var.deps.config);
      return answer(c, presentSummary(wallet));
    },
  })
  .post("/spend-earnings", {
    ...byUser("none", "pay"),
    summary: "Move earnings to your wallet, in cents; only what can be withdrawn can be moved",
    request: jsonBody(spendRequestSchema),
    responses: { 200: jsonResponse(spendResponseSchema, "Moved") },
    handle: async (c) => {
      await requireAgreement(c.var.ctx);
      const { amount, requestId } = c.req.valid("json");
      const { depositHoldHours, mail } = c.var.deps.config;
      await spendEarnings(c.var.ctx, {
        amountCents: amount,
        requestId,
        depositHoldHours,
        needsConfirmedEmail: mail !== null,
      });
      return answer(c, { message: t`Your earnings are in your wallet.` });
    },
  })
  .get("/transactions", {
    ...byUser("payouts"),
    summary: "List your transactions, newest first",
    request: { query: pageQuerySchema.extend({ cursor: z.string().max(200).optional() }) },
    responses: { 200: jsonResponse(transactionsResponseSchema, "A page of the history") },
    handle: async (c) => {
      const { cursor, limit = ORDINARY_PAGE } = c.req.valid("query");
      const { lines, ...page } = await listTransactions(c.var.ctx, { cursor, limit });
      return answer(c, { ...page, transactions: lines.map(presentTransaction) });
    },
  })
  .get("/transactions.csv", {
    ...byUser("payouts", "heavy"),
    summary:
      "Export all transactions as CSV; the amounts add up to the balances of wallet and earnings",
    responses: {
      200: {
        description: "One line per transaction, oldest first",
        content: { "text/csv": { schema: z.string() } },
      },
    },
    handle: async (c) =>
      c.body(
        await exportTransactions(c.var.ctx, c.var.deps.config),
        200,
        csvFile("fairclick-transactions"),
      ),
  })
  .get("/earnings", {
    ...byUser("payouts"),
    summary:
      "Get a creator's recent days: clicks by verdict, earnings, and reasons for unpaid clicks",
    description: "Days are calendar days in `timeZone`, including today.",
    request: { query: earningsQuerySchema },
    responses: { 200: jsonResponse(earningsResponseSchema, "Earnings per day and per campaign") },
    handle: async (c) =>
      answer(c, presentEarnings(await getEarnings(c.var.ctx, c.req.valid("query")))),
  });

function presentEarnings({ days, campaigns, ...earnings }: Earnings) {
  return {
    ...earnings,
    days: days.map((row) => ({ day: row.name, clicks: row, earned: row.micros })),
    campaigns: campaigns.map((row) => ({
      ...withId(row),
      payoutPerClick: row.payoutMicros,
      clicks: row,
      earned: row.micros,
    })),
    reasons: presentReasons(earnings.reasons),
  };
}

export function presentTransaction(line: OutflowLine) {
  return {
    ...withId(line),
    createdAt: line.at,
    amount: line.micros,
    receipt: line.receiptOf && receiptPath(line.receiptOf),
  };
}

export function presentRefundable(refundable: Refundable) {
  return {
    walletBalance: refundable.walletMicros,
    refundable: refundable.refundableMicros,
    windowDays: DEBIT_REFUND_DAYS,
    deposits: refundable.deposits.map(presentRefundSource),
  };
}

export function presentRefundSource(deposit: Refundable["deposits"][number]) {
  const { cardBrand: brand, cardLast4: last4 } = deposit;
  return {
    _id: deposit.id,
    paidAt: deposit.completedAt,
    amount: deposit.amountMicros,
    refundable: deposit.refundableMicros,
    stripeFee: deposit.stripeFeeMicros,
    card: brand || last4 ? { brand, last4 } : null,
  };
}
