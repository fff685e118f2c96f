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
  /** What is owed for paid clicks that were taken back. */
  debtMicros: microsSchema,
  /** How many campaigns they launched, how many links they have. */
  campaigns: z.int(),
  links: z.int(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const adminUsersResponseSchema = listResponse(adminUserSchema);
export const adminUserResponseSchema = z.object({
  status: z.literal("success"),
  data: adminUserSchema,
});
