import { z } from "zod";
import { microsSchema, userNameSchema } from "../../schemas/admin-lists";
import { listResponse, pageQuerySchema } from "../../schemas/page";
import { amountInvalid, centsSchema } from "../amount-schema";
import { transactionResponseSchema } from "../payment-schema";
import { requestIdSchema } from "../request-id-schema";

/** Stripe refunds a bank debit for this long after the payment. It has no such limit for cards. */
export const DEBIT_REFUND_DAYS = 180;

export const refundStatuses = ["pending", "sent", "succeeded", "failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const refundRequestSchema = z.object(
  { amount: centsSchema, requestId: requestIdSchema },
  { error: amountInvalid },
);

/** Money of one deposit that can go back to the card that paid it. */
export const refundSourceSchema = z.object({
  _id: z.string(),
  paidAt: z.string(),
  amount: z.number(),
  refundable: z.number(),
  /** Null if it was not paid by card. */
  card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
});
export type RefundSource = z.infer<typeof refundSourceSchema>;

export const refundableResponseSchema = z.object({
  walletBalance: z.number(),
  /** The part of the wallet that can go back to the cards that paid it. */
  refundable: z.number(),
  windowDays: z.number(),
  /** Where it goes, in the order in which a refund takes it. */
  deposits: z.array(refundSourceSchema),
});
export type RefundableResponse = z.infer<typeof refundableResponseSchema>;

export const refundResponseSchema = z.object({
  message: z.string(),
  transactions: z.array(transactionResponseSchema),
});

export const refundCancelledResponseSchema = z.object({
  message: z.string(),
  transaction: transactionResponseSchema,
});

export const refundStates = ["pending", "held", "sent", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

export const adminRefundsQuerySchema = pageQuerySchema.extend({
  user: userNameSchema.optional(),
  state: z.enum(refundStates).optional(),
});

export const adminRefundSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userSuspended: z.boolean(),
  depositId: z.string(),
  amountMicros: microsSchema,
  status: z.enum(refundStatuses),
  heldAt: z.iso.datetime().nullable(),
  holdReason: z.string().nullable(),
  attempt: z.int(),
  requestedAt: z.iso.datetime(),
  /** When sending began; from then on, it cannot be held. */
  sendingAt: z.iso.datetime().nullable(),
  retryAt: z.iso.datetime().nullable(),
  paymentIntentId: z.string(),
  stripeRefundId: z.string().nullable(),
  failureReason: z.string().nullable(),
});
export type AdminRefund = z.infer<typeof adminRefundSchema>;

export const adminRefundsResponseSchema = listResponse(adminRefundSchema);
export const adminRefundResponseSchema = z.object({
  status: z.literal("success"),
  data: adminRefundSchema,
});
