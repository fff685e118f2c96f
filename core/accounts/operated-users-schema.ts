import { z } from "zod";
import { microsSchema, onlySchema, searchSchema } from "../schemas/admin-lists";
import { listResponse, pageQuerySchema } from "../schemas/page";

export const adminUsersQuerySchema = pageQuerySchema.extend({
  search: searchSchema,
  suspended: onlySchema,
});

export const adminUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable(),
  suspensionReason: z.string().nullable(),
  deletedAt: z.iso.datetime().nullable(),
  payoutsVerified: z.boolean(),
  walletMicros: microsSchema,
  earningsMicros: microsSchema,
  inTransitMicros: microsSchema,
  /** Debt for reversed clicks. */
  debtMicros: microsSchema,
  /** Number of launched campaigns; `links` is the number of links. */
  campaigns: z.int(),
  links: z.int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const adminUsersResponseSchema = listResponse(adminUserSchema);
export const adminUserDetailsSchema = adminUserSchema.extend({
  /** Null if unknown. */
  birthMonth: z.string().nullable(),
  /** When a user under 18 confirmed that the payout account is a guardian's; null if not. */
  guardianConfirmedAt: z.iso.datetime().nullable(),
});
export type AdminUserDetails = z.infer<typeof adminUserDetailsSchema>;
export const adminUserResponseSchema = z.object({
  status: z.literal("success"),
  data: adminUserDetailsSchema,
});

export const resetLinkSchema = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export const resetLinkResponseSchema = z.object({
  status: z.literal("success"),
  data: resetLinkSchema,
});
