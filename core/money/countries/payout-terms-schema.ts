import { z } from "zod";

/** What a user reads before a withdrawal. All of it follows from the country of the user's bank. */
export const payoutTermsResponseSchema = z.object({
  /** ISO code; the platform's own country until the user chooses. */
  country: z.string(),
  /** Whether a payout account exists. Its country cannot change. */
  fixed: z.boolean(),
  /** What people read in a country that Stripe cannot pay out to; null in all others. */
  unsupported: z.string().nullable(),
  /** Currency of the bank account, in lower case. */
  currency: z.string(),
  /** The smallest withdrawal, in dollars. */
  minimum: z.number(),
  fee: z.string(),
  /** Units of `currency` per dollar, Stripe's fee included; null if unknown. 1 for dollars. */
  rate: z.number().nullable(),
});
export type PayoutTermsResponse = z.infer<typeof payoutTermsResponseSchema>;
