import { z } from "zod";
import { signalOrder } from "./signal";

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
