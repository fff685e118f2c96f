import { z } from "zod";
import { signalOrder } from "./signal";

const trialCountsSchema = z.object({
  clicks: z.number().int(),
  /** Of those, how many became players, and how many players came back on a later day. */
  joined: z.number().int(),
  returned: z.number().int(),
});

export const ruleTrialSchema = z.object({
  signal: z.enum(signalOrder),
  category: z.string(),
  effect: z.enum(["invalid", "held", "unpaid", "note"]),
  /** Whether a click that only such rules refused is paid if its player comes back. */
  soft: z.boolean(),
  /** Clicks that the rule refused or held, in campaigns whose games report their players. */
  ...trialCountsSchema.shape,
  /** The share of them that came back, with its 95 % bounds (Wilson); null with too few clicks. */
  percent: z.number().nullable(),
  lowPercent: z.number().nullable(),
  highPercent: z.number().nullable(),
  /** Accepted clicks of the same links. */
  accepted: trialCountsSchema.extend({ percent: z.number().nullable() }),
  /** Developers whose games report. */
  developers: z.number().int(),
  /** Whether the reports prove that the rule refuses too many people. */
  aboveBound: z.boolean(),
  /** The same in a sentence. */
  text: z.string(),
});
export type ListedTrial = z.infer<typeof ruleTrialSchema>;

export const policyResponseSchema = z.object({
  /** Each click is stored with the version that judged it. */
  version: z.number().int(),
  windowSeconds: z.number().int(),
  burstClicks: z.number().int(),
  /** In the order in which they decide. */
  rules: z.array(
    z.object({
      signal: z.enum(signalOrder),
      category: z.string(),
      rule: z.string(),
      effect: z.enum(["invalid", "held", "unpaid", "note"]),
    }),
  ),
  /** What the games report about the clicks that each rule refuses. */
  trials: z.object({
    /** The first and last UTC day of the clicks; null before the first measurement. */
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
    /** Every rule that refuses or holds clicks whose visitors reach the game, in deciding order. */
    rules: z.array(ruleTrialSchema),
  }),
  /** What keeps money from leaving at once. */
  withdrawals: z.object({
    earningsHoldHours: z.number().int(),
    /** A user's withdrawals of 24 hours wait for an operator from this sum on; null: none does. */
    reviewDollars: z.number().int().nullable(),
    /** Whether a user's first withdrawal to a payout account waits for an operator. */
    reviewFirst: z.boolean(),
    /** The same in sentences. */
    rules: z.array(z.string()),
  }),
  /** What a campaign's price must keep to. */
  prices: z.object({ maxPayoutPerClick: z.number(), minBudgetClicks: z.number().int() }),
});
export type PolicyResponse = z.infer<typeof policyResponseSchema>;
