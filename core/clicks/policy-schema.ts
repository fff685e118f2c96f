import { z } from "zod";
import { clickRuleChoices } from "../campaigns/campaign-rules";
import { moneyActs } from "../money/describe-money";
import { signalOrder } from "./signal";

const trialCountsSchema = z.object({
  clicks: z.number().int(),
  /** Clicks that became players, and players that came back on a later day. */
  joined: z.number().int(),
  returned: z.number().int(),
});

export const ruleTrialSchema = z.object({
  signal: z.enum(signalOrder),
  category: z.string(),
  effect: z.enum(["invalid", "held", "unpaid", "note"]),
  /** Whether a click is paid if only such rules made it invalid and its player comes back. */
  soft: z.boolean(),
  /** Clicks that the rule made invalid or held, in campaigns with games that report players. */
  ...trialCountsSchema.shape,
  /** The share of them that came back, with its 95% bounds (Wilson); null with too few clicks. */
  percent: z.number().nullable(),
  lowPercent: z.number().nullable(),
  highPercent: z.number().nullable(),
  /** Accepted clicks of the same links. */
  accepted: trialCountsSchema.extend({ percent: z.number().nullable() }),
  /** Developers of games that report. */
  developers: z.number().int(),
  /** Whether the reports prove that the rule finds too many people. */
  aboveBound: z.boolean(),
  /** The result as a sentence. */
  text: z.string(),
});
export type ListedTrial = z.infer<typeof ruleTrialSchema>;

export const policyResponseSchema = z.object({
  /** Each click records the version that judged it. */
  version: z.number().int(),
  windowSeconds: z.number().int(),
  burstClicks: z.number().int(),
  /** In deciding order. */
  rules: z.array(
    z.object({
      signal: z.enum(signalOrder),
      category: z.string(),
      rule: z.string(),
      effect: z.enum(["invalid", "held", "unpaid", "note"]),
      /** What differs at shared addresses on shared-aware campaigns; null if nothing does. */
      shared: z.string().nullable(),
    }),
  ),
  /** What a campaign's choice of click rules means, and what a campaign has that does not choose. */
  clickRules: z.object({
    default: z.enum(clickRuleChoices),
    choices: z.array(z.object({ rules: z.enum(clickRuleChoices), meaning: z.string() })),
  }),
  /** Whether campaigns can choose the countries that they pay for: the countries of clicks are known. */
  countriesKnown: z.boolean(),
  /** What games report about the clicks that each rule makes invalid or holds. */
  trials: z.object({
    /** The first and last UTC day of the clicks; null before the first measurement. */
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
    /** The `invalid` and `held` rules that let visitors reach the game, in deciding order. */
    rules: z.array(ruleTrialSchema),
  }),
  /** The waits and reviews before a withdrawal is sent. */
  withdrawals: z.object({
    depositHoldHours: z.number().int(),
    /**
     * Withdrawals of a user that reach this sum within 24 hours wait for an operator; null disables
     * it.
     */
    reviewDollars: z.number().int().nullable(),
    /** Whether a user's first withdrawal to a payout account waits for an operator. */
    reviewFirst: z.boolean(),
    /** The same rules as sentences. */
    rules: z.array(z.string()),
  }),
  /** Limits of a campaign's price per click. */
  prices: z.object({ maxPayoutPerClick: z.number(), minBudgetClicks: z.number().int() }),
  /** The platform's fee per valid click of new campaigns, which developers pay on top of the price. */
  fee: z.object({
    /** Of what the click pays its creator. */
    percent: z.number(),
    /** The same as a sentence. */
    rule: z.string(),
  }),
  /** Fees, limits and refunds of each action with money, as sentences. */
  money: z.record(z.enum(moneyActs), z.array(z.string())),
});
export type PolicyResponse = z.infer<typeof policyResponseSchema>;
