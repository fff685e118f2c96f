import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  clickRuleChoices,
  MAX_PAYOUT_MICROS,
  MIN_BUDGET_CLICKS,
} from "@fairclick/core/campaigns/campaign-input";
import { describeFee } from "@fairclick/core/campaigns/prices";
import { describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { listRules } from "@fairclick/core/clicks/reasons";
import { listTrials, policyResponseSchema } from "@fairclick/core/clicks/rule-trials";
import { describeMoney } from "@fairclick/core/describe-money";
import { describeWithdrawalRules } from "@fairclick/core/money/withdrawals";
import { itemResponse } from "@fairclick/core/schemas";
import { getPolicyAt } from "@fairclick/services/clicks/policy";
import type { Config } from "@fairclick/services/config";
import { hasCountryData } from "@fairclick/services/ip/countries";
import { getDefaultClickRules } from "@fairclick/sql/campaigns/operated";
import { listMeasuredTrials } from "@fairclick/sql/conversions/trials";
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
  async (c) => {
    const { config, db } = c.var.deps;
    const windowSeconds = config.clickWindowSeconds;
    const [policy, measured, defaultRules, countriesKnown] = await Promise.all([
      getPolicyAt(db.sql, { at: c.var.ctx.now(), windowSeconds }),
      listMeasuredTrials(db.sql),
      getDefaultClickRules(db.sql),
      hasCountryData(db.sql),
    ]);
    const data = {
      version: policy.version,
      windowSeconds,
      burstClicks: policy.burstClicks,
      rules: listRules(policy),
      clickRules: {
        default: defaultRules,
        choices: clickRuleChoices.map((rules) => ({
          rules,
          meaning: describeClickRules(rules, policy),
        })),
      },
      countriesKnown,
      trials: {
        fromDay: measured[0]?.fromDay ?? null,
        toDay: measured[0]?.toDay ?? null,
        rules: listTrials(measured, policy.effects),
      },
      withdrawals: describeWithdrawals(config),
      prices: {
        maxPayoutPerClick: dollarsFromMicros(MAX_PAYOUT_MICROS),
        minBudgetClicks: Number(MIN_BUDGET_CLICKS),
      },
      fee: {
        percent: config.feeBasisPoints / 100,
        rule: describeFee(config.feeBasisPoints),
      },
      money: describeMoney({ feeBasisPoints: config.feeBasisPoints, heldDays: policy.heldDays }),
    };
    return ok(c, { message: "Policy", data });
  },
);

function describeWithdrawals(config: Config) {
  return {
    depositHoldHours: config.depositHoldHours,
    reviewDollars: config.withdrawalReviewDollars || null,
    reviewFirst: config.withdrawalReviewFirst,
    rules: describeWithdrawalRules(config),
  };
}
