import { z } from "zod";
import {
  amountInvalid,
  centsSchema,
  dollarsSchema,
  positiveDollars,
  requestIdSchema,
} from "../amount-schema";
import { campaignStatuses } from "../campaigns/status";
import { linkReviewSchema } from "../clicks/findings";
import { countrySchema } from "../country-schema";
import { t } from "../language/t";
import { timeSchema } from "../schemas";
import { waitReasons } from "./lots";

export const TOP_UP_PRESETS_DOLLARS = [10, 25, 50, 100] as const;
export const DEFAULT_TOP_UP_DOLLARS = 10;
/**
 * What an account can add within a day, beside what its campaigns have paid creators for clicks. Stripe
 * keeps its fee of each payment, also if the money goes back.
 */
export const DAILY_DEPOSIT_DOLLARS = 1_000;
export const depositTooSmall = () => t`The smallest amount that can be added is $0.50.`;

export const checkoutRequestSchema = z.object(
  {
    amount: centsSchema.refine((cents) => cents >= MIN_DEPOSIT_CENTS, {
      error: depositTooSmall,
    }),
    requestId: requestIdSchema,
    /** Your campaign that the payment funds. It is launched, unless `addedBudget` is set. */
    campaignId: z.uuid({ error: "The campaign's id must be a UUID." }).optional(),
    /** What the payment adds to the budget of that campaign, which is funded already; in dollars. */
    addedBudget: positiveDollars(amountInvalid).optional(),
  },
  { error: amountInvalid },
);

export const withdrawRequestSchema = z.object(
  { amount: centsSchema, requestId: requestIdSchema },
  { error: amountInvalid },
);

/** Moves earnings to the wallet, in cents. */
export const spendRequestSchema = z.object(
  { amount: centsSchema, requestId: requestIdSchema },
  { error: amountInvalid },
);

export const spendResponseSchema = z.object({ message: z.string() });

/** `id` is the Checkout Session; the browser goes to `url`. */
export const checkoutResponseSchema = z.object({ id: z.string(), url: z.string() });

export const depositResponseSchema = z.object({
  status: z.enum(["pending", "completed", "failed"]),
  amount: dollarsSchema,
  message: z.string(),
  /** The campaign that the payment funds; null if it only fills the wallet. */
  funding: z
    .object({
      campaignId: z.string(),
      name: z.string(),
      status: z.enum(campaignStatuses),
      /** What it adds to the budget; null if it launches the campaign. */
      added: dollarsSchema.nullable(),
      funded: z.boolean(),
      /** Why the campaign was not funded; the money is in the wallet. */
      refusal: z.string().nullable(),
    })
    .nullable(),
});
export type DepositResponse = z.input<typeof depositResponseSchema>;

/** Without a country, the account is opened in the one that the user chose before, else in the United States. */
export const connectRequestSchema = z.strictObject({
  country: countrySchema.optional(),
  /** A user under 18 confirms once that the payout account is a parent's or guardian's. */
  guardianConfirmed: z.literal(true).optional(),
});

/** The page of the app that leads to the receipt and invoice of a deposit. */
export function receiptPath(depositId: string): string {
  return `/app/payments/receipts/${depositId}`;
}

/** Where the browser goes next. */
export const redirectResponseSchema = z.object({ url: z.string() });

export const stripeConfigResponseSchema = z.object({ publishableKey: z.string().nullable() });

export const payoutAccountResponseSchema = z.object({ stripeAccountVerified: z.boolean() });

export const walletSummaryResponseSchema = z.object({
  walletBalance: dollarsSchema,
  withdrawableBalance: dollarsSchema,
  totalEarnings: dollarsSchema,
  pendingPayouts: dollarsSchema,
  /** Debt for reversed clicks that were already withdrawn; the next earnings repay it. */
  owed: dollarsSchema,
  /** Earnings that cannot be withdrawn yet: in total, and by reason and time. */
  waitingEarnings: dollarsSchema,
  waiting: z.array(
    z.object({
      /** From when it can be withdrawn; null while a dispute or a review of the link is open. */
      at: timeSchema.nullable(),
      /** The developer's payment is new or disputed, or the link that earned it is under review. */
      reason: z.enum(waitReasons),
      amount: dollarsSchema,
    }),
  ),
  /** Reviews of the user's clicks that keep some of it waiting. */
  reviews: z.array(linkReviewSchema),
  /** Value of pending clicks, and of held clicks. */
  unjudgedClicks: dollarsSchema,
  heldClicks: dollarsSchema,
  /** Clicks before this time have their verdict; null if none were judged. */
  judgedUpTo: timeSchema.nullable(),
});
export type WalletSummaryResponse = z.input<typeof walletSummaryResponseSchema>;

export const transactionStatuses = ["pending", "completed", "failed"] as const;

export const transactionTypes = [
  "deposit",
  "reservation",
  "release",
  "earnings",
  "withdrawal",
  "refund",
  "dispute",
  "correction",
  "transfer",
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/**
 * One line of a user's history: positive amounts are credits, negative ones debits. The completed
 * lines and the pending debits add up to the balances of wallet and earnings.
 */
export const transactionResponseSchema = z.object({
  _id: z.string(),
  createdAt: timeSchema,
  type: z.enum(transactionTypes),
  amount: dollarsSchema,
  status: z.enum(transactionStatuses),
  description: z.string(),
  /**
   * Whether this is a withdrawal or a refund that can still be cancelled:
   * `POST /api/stripe/withdrawals/{id}/cancel`, `POST /api/stripe/refunds/{id}/cancel`.
   */
  cancellable: z.boolean(),
  /** Page of the app that leads to the receipt and invoice of a deposit; null if there is none. */
  receipt: z.string().nullable(),
});
export type TransactionResponse = z.input<typeof transactionResponseSchema>;

export const transactionsResponseSchema = z.object({
  transactions: z.array(transactionResponseSchema),
  nextCursor: z.string().nullable(),
  /** Clicks before this time have their verdict; null if none were judged. */
  judgedUpTo: timeSchema.nullable(),
});

export const withdrawResponseSchema = z.object({
  message: z.string(),
  transaction: transactionResponseSchema,
});

/** Stripe's own minimum for a charge in US dollars. */
export const MIN_DEPOSIT_CENTS = 50;

/** This many disputes that are open or lost close an account to new campaigns. */
export const DISPUTE_LIMIT = 2;
export const DISPUTE_DAYS = 180;

export function isClosedByDisputes(disputes: number): boolean {
  return disputes >= DISPUTE_LIMIT;
}
