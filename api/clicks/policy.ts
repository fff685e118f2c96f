import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  clickRuleChoices,
  DEFAULT_CLICK_RULES,
  MAX_PAYOUT_MICROS,
  MIN_BUDGET_CLICKS,
} from "@fairclick/core/campaigns/campaign-input";
import { describeFee } from "@fairclick/core/campaigns/prices";
import { describeClickRules } from "@fairclick/core/clicks/category-names";
import {
  policyApplyInputSchema,
  policyShownResponseSchema,
  policyVersions,
  shownVersionSchema,
} from "@fairclick/core/clicks/operated";
import { listRules } from "@fairclick/core/clicks/reasons";
import { listTrials, policyResponseSchema } from "@fairclick/core/clicks/rule-trials";
import { describeMoney } from "@fairclick/core/describe-money";
import { describeAddressData } from "@fairclick/core/ip/ip-data";
import { describeWithdrawalRules, findFirstWaits } from "@fairclick/core/money/holds";
import { itemResponse } from "@fairclick/core/schemas";
import { getPolicyAt } from "@fairclick/services/clicks/judging-policy";
import {
  applyPolicy,
  getPolicyVersion,
  listPolicies,
  type PolicyWithState,
} from "@fairclick/services/clicks/policy";
import type { Config } from "@fairclick/services/config";
import { hasCountryData, readListAges } from "@fairclick/services/ip/ip-data";
import { listMeasuredTrials } from "@fairclick/sql/conversions/trials";
import { z } from "zod";
import type { ApiDeps } from "../app-env";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { changeResponses, jsonBody, jsonResponse, Router } from "../router";

export const policyRoutes = new Router().get("/", {
  access: "public",
  summary: "Get the rules for judging clicks and for withdrawals",
  responses: { 200: jsonResponse(itemResponse(policyResponseSchema), "The policy in force") },
  handle: async (c) => ok(c, { message: "Policy", data: await readPolicy(c.var.deps) }),
});

/** Returns what everybody may know about how this server judges and pays, in the current language. */
export async function readPolicy({ config, db, ...deps }: Pick<ApiDeps, "config" | "db" | "now">) {
  const windowSeconds = config.clickWindowSeconds;
  const now = deps.now();
  const [policy, measured, countriesKnown, lists] = await Promise.all([
    getPolicyAt(db.sql, { at: now, windowSeconds }),
    listMeasuredTrials(db.sql),
    hasCountryData(db.sql),
    readListAges(db.sql),
  ]);
  return {
    version: policy.version,
    windowSeconds,
    burstClicks: policy.burstClicks,
    rules: listRules(
      policy,
      lists.map((list) => list.class),
    ),
    clickRules: {
      default: DEFAULT_CLICK_RULES,
      choices: clickRuleChoices.map((rules) => ({
        rules,
        meaning: describeClickRules(rules, policy),
      })),
    },
    countriesKnown,
    addressData: describeAddressData(lists, now),
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
    money: describeMoney({ ...config, heldDays: policy.heldDays }),
  };
}

function describeWithdrawals(config: Config) {
  return {
    depositHoldHours: config.depositHoldHours,
    reviewDollars: config.withdrawalReviewDollars || null,
    reviewFirst: config.withdrawalReviewFirst,
    firstWaits: findFirstWaits(config),
    rules: describeWithdrawalRules(config),
  };
}

export const policyVersionResource = resourceRoutes(policyVersions, {
  list: async (ctx, { cursor, limit = DEFAULT_PAGE }) => {
    const before = cursor === undefined ? null : Number(cursor);
    const { items, nextBefore } = await listPolicies(ctx, { before, limit });
    return { items: items.map(countEdits), nextCursor: nextBefore?.toString() ?? null };
  },
});

const DEFAULT_PAGE = 50;

export const adminPolicyRoutes = new Router()
  .get("/", {
    access: "operator:clicks:read",
    summary: "Get the policy in force, or another version, in the format of a policy file",
    request: {
      query: z.object({ version: shownVersionSchema.optional() }),
    },
    responses: { 200: jsonResponse(policyShownResponseSchema, "The policy") },
    handle: async (c) => {
      const { ctx, deps } = c.var;
      const { clickWindowSeconds: windowSeconds } = deps.config;
      const { version: wanted } = c.req.valid("query");
      const data =
        wanted === undefined
          ? await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds })
          : await getPolicyVersion(ctx, {
              version: wanted === "newest" ? wanted : Number(wanted),
              windowSeconds,
            });
      return ok(c, { data });
    },
  })
  .post("/apply", {
    access: "operator:policy:write",
    summary: "Store a policy as a new version that judges clicks from a time on",
    description:
      "Omitted values are those of the newest version. Values are limited to a range around the release's.",
    request: jsonBody(policyApplyInputSchema),
    responses: changeResponses,
    handle: async (c) => {
      const { clickWindowSeconds: windowSeconds } = c.var.deps.config;
      const input = { ...c.req.valid("json"), windowSeconds };
      return ok(c, { data: await applyPolicy(c.var.ctx, input) });
    },
  });

function countEdits({ edits, ...version }: PolicyWithState) {
  const { effects = {}, shared = {}, ...numbers } = edits;
  const parts = [effects, shared, numbers];
  return { ...version, edits: parts.reduce((sum, part) => sum + Object.keys(part).length, 0) };
}
