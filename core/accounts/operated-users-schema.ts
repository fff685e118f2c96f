import { z } from "zod";
import { changeInputSchema } from "../operations/operator-change-schema";
import { microsSchema, onlySchema, searchSchema } from "../schemas/admin-lists";
import { listResponse, pageQuerySchema } from "../schemas/page";
import { userNoteSchema } from "./user-note-schema";
import { WATCH_DAYS } from "./user-watch";

export const adminUsersQuerySchema = pageQuerySchema.extend({
  search: searchSchema,
  suspended: onlySchema,
  watched: onlySchema,
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

export const adminListedUserSchema = adminUserSchema.extend({
  /** Until when withdrawals wait because operators look at the user; null if they do not. */
  watchedUntil: z.iso.datetime().nullable(),
});
export type AdminListedUser = z.infer<typeof adminListedUserSchema>;

const userWatchSchema = z.object({
  reason: z.string(),
  /** Name of the operator. */
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Until when renewals can make withdrawals wait; the user sees this time. */
  untilAtMost: z.iso.datetime(),
  /** The last operator other than `startedBy` who renewed it; null if there is none. */
  renewedBy: z.string().nullable(),
});

export const adminUsersResponseSchema = listResponse(adminListedUserSchema);
export const adminUserDetailsSchema = adminUserSchema.extend({
  /** Null if unknown. */
  birthMonth: z.string().nullable(),
  /** The guardian who consented to be paid for a user of 13 to 17 years; null if there is none. */
  guardian: z
    .object({ name: z.string(), email: z.string(), consentedAt: z.iso.datetime() })
    .nullable(),
  /** Null if withdrawals do not wait for operators who look at the user. */
  watch: userWatchSchema.nullable(),
  /** What operators wrote about the user, newest first. */
  notes: z.array(userNoteSchema),
});
export type AdminUserDetails = z.infer<typeof adminUserDetailsSchema>;
export const adminUserResponseSchema = z.object({
  status: z.literal("success"),
  data: adminUserDetailsSchema,
});

const daysError = { error: `days must be a whole number from 1 to ${WATCH_DAYS.alone}` };
export const watchUserInputSchema = changeInputSchema.extend({
  days: z
    .int(daysError)
    .min(1, daysError)
    .max(WATCH_DAYS.alone, daysError)
    .default(WATCH_DAYS.alone),
});

export const resetLinkSchema = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export const resetLinkResponseSchema = z.object({
  status: z.literal("success"),
  data: resetLinkSchema,
});
