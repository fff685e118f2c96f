import { refunds, stripeEvents, withdrawals } from "@fairclick/core/money/operated";
import type { Ctx } from "@fairclick/services/context";
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
import { resourceRoutes } from "../resource-routes";

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
