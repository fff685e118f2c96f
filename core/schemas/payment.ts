import { z } from "zod";
import { centsSchema } from "./amount";

export const TOP_UP_PRESETS_DOLLARS = [10, 25, 50, 100] as const;
export const DEFAULT_TOP_UP_DOLLARS = 10;
/** Stripe's own minimum for a charge in US dollars. */
export const MIN_DEPOSIT_CENTS = 50;

export const checkoutRequestSchema = z.object({
  amount: centsSchema.refine((cents) => cents >= MIN_DEPOSIT_CENTS, {
    error: "The smallest amount that can be added is $0.50.",
  }),
});

export const withdrawRequestSchema = z.object({ amount: centsSchema });

export const walletSummaryResponseSchema = z.object({
  walletBalance: z.number(),
  withdrawableBalance: z.number(),
  totalEarnings: z.number(),
  pendingPayouts: z.number(),
});
export type WalletSummaryResponse = z.infer<typeof walletSummaryResponseSchema>;

export const transactionStatuses = ["pending", "completed", "failed"] as const;

/** One line of the history that people read: positive amounts are credits, negative ones debits. */
export const transactionResponseSchema = z.object({
  _id: z.string(),
  createdAt: z.string(),
  type: z.string(),
  amount: z.number(),
  status: z.enum(transactionStatuses),
  description: z.string().nullable(),
});
export type TransactionResponse = z.infer<typeof transactionResponseSchema>;
