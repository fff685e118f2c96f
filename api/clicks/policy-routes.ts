import { MAX_PAYOUT_MICROS, MIN_BUDGET_CLICKS } from "@fairclick/core/campaigns/campaign-rules";
import { policy } from "@fairclick/core/clicks/policy";
import { policyResponseSchema } from "@fairclick/core/clicks/policy-schema";
import { listRules } from "@fairclick/core/clicks/reasons";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { describeWithdrawalRules } from "@fairclick/core/money/withdrawals/withdrawal-rules";
import { itemResponse } from "@fairclick/core/schemas/page";
import type { Config } from "@fairclick/services/config";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const policyRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "public",
    summary: "Get the rules for judging clicks and for withdrawals",
    responses: { 200: jsonResponse(itemResponse(policyResponseSchema), "The policy in force") },
  }),
  (c) => {
    const { config } = c.var.deps;
    const windowSeconds = config.clickWindowSeconds;
    const data = {
      version: policy.version,
      windowSeconds,
      burstClicks: policy.burstClicks,
      rules: listRules({ windowSeconds }),
      withdrawals: describeWithdrawals(config),
      prices: {
        maxPayoutPerClick: dollarsFromMicros(MAX_PAYOUT_MICROS),
        minBudgetClicks: Number(MIN_BUDGET_CLICKS),
      },
    };
    return ok(c, { message: "Policy", data });
  },
);

function describeWithdrawals(config: Config) {
  return {
    earningsHoldHours: config.earningsHoldHours,
    reviewDollars: config.withdrawalReviewDollars || null,
    reviewFirst: config.withdrawalReviewFirst,
    rules: describeWithdrawalRules(config),
  };
}
