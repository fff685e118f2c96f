import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-rules";
import { describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { listTrials } from "@fairclick/core/clicks/list-trials";
import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { policy } from "@fairclick/core/clicks/release-policy";
import { describeMoney } from "@fairclick/core/money/describe-money";
import { describeWithdrawalRules } from "@fairclick/core/money/withdrawals/withdrawal-rules";
import { type Examples, withMessage } from "../reference/story";

const { effects: _effects, version, ...numbers } = policy;
const rule = (signal: "known_bot" | "vpn") => ({
  signal,
  category: reasonCategory(signal),
  rule: reasonRule(signal, numbers),
  effect: policy.effects[signal],
  shared: null,
});
const trial = {
  signal: "ip_burst",
  ...{ clicks: 1_234, joined: 31, returned: 13 },
  accepted: { clicks: 20_000, joined: 1_800, returned: 400 },
  developers: 7,
  others: { clicks: 900, returned: 8 },
};

export const publicPolicyExamples: Examples = {
  "GET /api/policy": {
    answer: withMessage("Policy", {
      version,
      windowSeconds: policy.windowSeconds,
      burstClicks: policy.burstClicks,
      rules: [rule("known_bot"), rule("vpn")],
      clickRules: {
        default: "literal",
        choices: clickRuleChoices.map((rules) => ({
          rules,
          meaning: describeClickRules(rules, policy),
        })),
      },
      countriesKnown: true,
      trials: {
        fromDay: "2026-08-20",
        toDay: "2026-11-17",
        rules: listTrials([trial], policy.effects).filter(({ signal }) => signal === "ip_burst"),
      },
      withdrawals: {
        depositHoldHours: 72,
        reviewDollars: 100,
        reviewFirst: true,
        rules: describeWithdrawalRules({
          depositHoldHours: 72,
          withdrawalReviewDollars: 100,
          withdrawalReviewFirst: true,
          unprovedPayoutDollars: 1_000,
        }),
      },
      prices: { maxPayoutPerClick: 5, minBudgetClicks: 100 },
      fee: { percent: 0, rule: "Fairclick takes no fee." },
      money: describeMoney({ feeBasisPoints: 0, heldDays: 7 }),
    }),
  },
};
