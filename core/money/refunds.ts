import { z } from "zod";
import { amountInvalid, centsSchema, dollarsSchema, requestIdSchema } from "../amount-schema";
import { formatDollars, formatExactDollars, MICROS_PER_CENT } from "../amounts";
import { t } from "../language/t";
import { timeSchema } from "../schemas";
import { transactionResponseSchema } from "./deposits";
import { type Cooled, cooldown, type Gate, type Hold } from "./holds";

export const refundStatuses = ["pending", "sent", "succeeded", "failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const refundRequestSchema = z.object(
  { amount: centsSchema, requestId: requestIdSchema },
  { error: amountInvalid },
);

/** Money of one deposit that can go back to the card that paid it. */
export const refundSourceSchema = z.object({
  _id: z.string(),
  paidAt: timeSchema,
  amount: dollarsSchema,
  refundable: dollarsSchema,
  /** What Stripe charged for the payment, and keeps of it in proportion to what goes back. */
  stripeFee: dollarsSchema,
  /** Null if it was not paid by card. */
  card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
});
export type RefundSource = z.input<typeof refundSourceSchema>;

export const refundableResponseSchema = z.object({
  walletBalance: dollarsSchema,
  /** The part of the wallet that can go back to the cards that paid it. */
  refundable: dollarsSchema,
  windowDays: z.number(),
  /** Where it goes, in the order in which a refund takes it. */
  deposits: z.array(refundSourceSchema),
});
export type RefundableResponse = z.input<typeof refundableResponseSchema>;

export const refundResponseSchema = z.object({
  message: z.string(),
  transactions: z.array(transactionResponseSchema),
});

export const refundCancelledResponseSchema = z.object({
  message: z.string(),
  transaction: transactionResponseSchema,
});

/** How long banks take to show a refund, by Stripe. */
export function refundBankDays(): string {
  return t`5 to 10 business days`;
}

type Source = { refundableMicros: bigint };

/**
 * Splits an amount among the sources in their order, each up to its refundable part. Returns null
 * if they do not cover it.
 */
export function allocateRefund<From extends Source>(
  amountMicros: bigint,
  sources: readonly From[],
): { source: From; micros: bigint }[] | null {
  let left = amountMicros;
  const parts = sources.flatMap((source) => {
    const micros = source.refundableMicros < left ? source.refundableMicros : left;
    left -= micros;
    return micros > 0n ? [{ source, micros }] : [];
  });
  return left === 0n ? parts : null;
}

type Paid = { amountMicros: bigint; stripeFeeMicros: bigint };

/** Returns what Stripe keeps if `micros` of a payment go back, in whole cents and less than all of it. */
export function findKeptFee({ amountMicros, stripeFeeMicros }: Paid, micros: bigint): bigint {
  const share = (stripeFeeMicros * micros) / amountMicros;
  return downToCents(smaller(share, atLeastZero(micros - MICROS_PER_CENT)));
}

/** Returns what Stripe keeps of a refund; 0 if the sources do not cover it. */
export function sumKeptFees(amountMicros: bigint, sources: readonly (Source & Paid)[]): bigint {
  const parts = allocateRefund(amountMicros, sources) ?? [];
  return parts.reduce((sum, { source, micros }) => sum + findKeptFee(source, micros), 0n);
}

type Holdings = {
  walletMicros: bigint;
  /** What the user's campaigns hold, and may return to the wallet later. */
  budgetMicros: bigint;
  /** The parts of wallet and budget that can go back to their cards. */
  refundableMicros: bigint;
  refundableBudgetMicros: bigint;
  owedMicros: bigint;
};

/**
 * Divides the money of an account that is deleted. Debts are paid by money that no card can take
 * back, and by refundable money only if that is not enough. `nowMicros` and `laterMicros` go back to
 * cards, the latter at most, when the campaigns return their budgets. `lostMicros` belongs to nobody.
 */
export function planReturn(holdings: Holdings) {
  const { walletMicros, budgetMicros, refundableMicros, refundableBudgetMicros } = holdings;
  const owedMicros = atLeastZero(holdings.owedMicros);
  const totalMicros = walletMicros + budgetMicros;
  const allRefundable = refundableMicros + refundableBudgetMicros;
  const nowMicros = downToCents(smaller(refundableMicros, atLeastZero(walletMicros - owedMicros)));
  const returned = downToCents(smaller(allRefundable, atLeastZero(totalMicros - owedMicros)));
  return {
    nowMicros,
    laterMicros: returned - nowMicros,
    lostMicros: atLeastZero(totalMicros - allRefundable - owedMicros),
  };
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const atLeastZero = (micros: bigint) => (micros > 0n ? micros : 0n);
const downToCents = (micros: bigint) => micros - (micros % MICROS_PER_CENT);

export const deletionRequestSchema = z.object({
  /** The most of the wallet and of campaign budgets that may be lost, in cents. */
  giveUpWalletCents: z.int().min(0).max(99_999_999_999),
  /** Whether earnings may be lost, and what clicks that are not judged yet would earn. */
  giveUpEarnings: z.boolean(),
});

/** What the deletion of the account would do. Amounts in dollars. */
export const deletionResponseSchema = z.object({
  /** Reasons why the account cannot be deleted yet; empty if it can. */
  obstacles: z.array(z.string()),
  /** Wallet money that goes back at once. */
  refunds: z.array(refundSourceSchema),
  /** What Stripe keeps of it as its fees. */
  stripeFees: dollarsSchema,
  /** Whether it waits until a person has checked it. */
  refundsWait: z.boolean(),
  campaigns: z.int(),
  /** What goes back to cards once the campaigns have returned their budgets, at most. */
  later: dollarsSchema,
  /** Open payments: their money goes back if they are paid. */
  openDeposits: z.int(),
  /** Kept from wallet and budgets, for deposits that were reversed after they were spent. */
  owed: dollarsSchema,
  givesUp: z.object({
    /** The part of wallet and budgets that no card can take back. */
    wallet: dollarsSchema,
    earnings: dollarsSchema,
    undecidedClicks: z.int(),
    /** Disputes that could still return money. */
    disputes: z.int(),
    /** Whether `giveUpEarnings` is required. */
    requiresEarnings: z.boolean(),
  }),
});

export type DeletionResponse = z.input<typeof deletionResponseSchema>;

/** Stripe refunds a bank debit for this long after the payment. It has no such limit for cards. */
export const DEBIT_REFUND_DAYS = 180;

type RefundRequest = Cooled & {
  amountMicros: bigint;
  walletMicros: bigint;
  /** What the user owes for deposits that were reversed after they were spent. */
  owedMicros: bigint;
  refundableMicros: bigint;
};

export const refundGates: readonly Gate<RefundRequest>[] = [
  cooldown,
  {
    code: "insufficient_funds",
    refuse: ({ amountMicros, walletMicros }) =>
      amountMicros > walletMicros && t`The amount cannot exceed your wallet.`,
  },
  {
    code: "conflict",
    refuse: ({ owedMicros }) =>
      owedMicros > 0n &&
      t`You owe ${formatExactDollars(owedMicros)}, because a deposit was reversed after it was spent. Until that is paid you cannot get money back.`,
  },
  {
    code: "conflict",
    refuse: ({ amountMicros, refundableMicros }) =>
      amountMicros > refundableMicros &&
      t`At most ${formatDollars(refundableMicros)} can go back to the cards that paid it: not of disputed payments, and not of bank accounts debited more than ${DEBIT_REFUND_DAYS} days ago.`,
  },
];

/** Refunds that a user can request within 30 days before an operator checks the next one. */
const MAX_REFUNDS_A_MONTH = 3;

/** What a user can get back within 30 days before an operator checks the next refund. */
const MAX_REFUNDED_DOLLARS = 500;

type RefundFacts = {
  requestsBefore: number;
  /** This refund and those of the 30 days before. */
  monthMicros: bigint;
};

/** What keeps a refund waiting until an operator has looked at it. */
export const refundHolds: readonly (Hold<RefundFacts, unknown> & { rule: () => string })[] = [
  {
    name: "large_refunds",
    rule: () =>
      t`If refunds within 30 days come to more than $${MAX_REFUNDED_DOLLARS}, the last one waits until a person has checked it.`,
    // Stripe keeps its fee for each refunded payment.
    find: ({ monthMicros }) =>
      monthMicros > BigInt(MAX_REFUNDED_DOLLARS) * 1_000_000n &&
      `More than $${MAX_REFUNDED_DOLLARS} within 30 days.`,
  },
  {
    name: "many_refunds",
    rule: () =>
      t`After ${MAX_REFUNDS_A_MONTH} refunds within 30 days, the next one waits until a person has checked it.`,
    // Stripe keeps its fee for each refunded payment.
    find: ({ requestsBefore }) =>
      requestsBefore >= MAX_REFUNDS_A_MONTH &&
      `More than ${MAX_REFUNDS_A_MONTH} refunds within 30 days.`,
  },
];
