import { z } from "zod";
import { microsSchema, userNameSchema } from "../schemas/admin-lists";
import { listResponse, pageQuerySchema } from "../schemas/page";

export const withdrawalStates = ["pending", "held", "completed", "failed"] as const;

export const adminWithdrawalsQuerySchema = pageQuerySchema.extend({
  user: userNameSchema.optional(),
  state: z.enum(withdrawalStates).optional(),
});

export const adminWithdrawalSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userSuspended: z.boolean(),
  amountMicros: microsSchema,
  status: z.enum(["pending", "completed", "failed"]),
  heldAt: z.iso.datetime().nullable(),
  holdReason: z.string().nullable(),
  /** When the hold ends by itself, or by when an operator should decide; null without such a time. */
  holdUntil: z.iso.datetime().nullable(),
  attempt: z.int(),
  requestedAt: z.iso.datetime(),
  /** When sending began; from then on, it cannot be held. */
  sendingAt: z.iso.datetime().nullable(),
  retryAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  stripeAccountId: z.string(),
  transferId: z.string().nullable(),
  payoutId: z.string().nullable(),
  returnedMicros: microsSchema,
  failureReason: z.string().nullable(),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawalSchema>;

export const adminWithdrawalsResponseSchema = listResponse(adminWithdrawalSchema);
export const adminWithdrawalResponseSchema = z.object({
  status: z.literal("success"),
  data: adminWithdrawalSchema,
});
