import { booksResponseSchema, withdrawalTraceResponseSchema } from "@fairclick/core/money/ledger";
import { refunds, stripeEvents, withdrawals } from "@fairclick/core/money/operated";
import { onlySchema } from "@fairclick/core/schemas";
import type { Ctx } from "@fairclick/services/context";
import { traceWithdrawal, verifyBooks } from "@fairclick/services/money/ledger";
import {
  cancelOutflow,
  getOutflow,
  holdOutflow,
  listOutflows,
  type OperatorInput,
  type OutflowFilter,
  releaseOutflow,
  retryOutflow,
} from "@fairclick/services/money/operate-outflows";
import type { Way } from "@fairclick/services/money/outflows";
import { refundWay } from "@fairclick/services/money/refunds";
import { listStripeEvents, retryStripeEvent } from "@fairclick/services/money/stripe-events";
import { withdrawalWay } from "@fairclick/services/money/withdrawals";
import type { OutflowKind } from "@fairclick/sql/money/outflows";
import { z } from "zod";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

export const moneyResources = [
  resourceRoutes(withdrawals, operate(withdrawalWay)),
  resourceRoutes(refunds, operate(refundWay)),
  resourceRoutes(stripeEvents, { list: listStripeEvents, acts: { retry: retryStripeEvent } }),
] as const;

function operate<Kind extends OutflowKind>(way: Way<Kind>) {
  return {
    list: (ctx: Ctx, filter: OutflowFilter) => listOutflows(ctx, way.kind, filter),
    show: (ctx: Ctx, id: string) => getOutflow(ctx, way.kind, id),
    acts: {
      hold: (ctx: Ctx, input: OperatorInput) => holdOutflow(ctx, way, input),
      release: (ctx: Ctx, input: OperatorInput) => releaseOutflow(ctx, way, input),
      retry: (ctx: Ctx, input: OperatorInput) => retryOutflow(ctx, way, input),
      cancel: (ctx: Ctx, input: OperatorInput) => cancelOutflow(ctx, way, input),
    },
  };
}

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
