import { z } from "zod";
import {
  microsSchema,
  onlySchema,
  pageQueryWithCursor,
  userNameSchema,
} from "../schemas/admin-lists";
import { listResponse } from "../schemas/page";
import { clickCountsSchema } from "./campaign-schema";

export const linkCodeSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "A link is given by its code" });

export const adminLinksQuerySchema = pageQueryWithCursor(/^[A-Za-z0-9_-]{1,64}$/).extend({
  campaign: z.uuid({ error: "campaign must be the id of a campaign" }).optional(),
  creator: userNameSchema.optional(),
  disabled: onlySchema,
});

export const adminLinkSchema = z.object({
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  /** The creator has a verified channel. */
  creatorVerified: z.boolean(),
  joinedAt: z.iso.datetime(),
  disabledBy: z.enum(["developer", "operator"]).nullable(),
  disabledAt: z.iso.datetime().nullable(),
  clicks: clickCountsSchema,
  paidMicros: microsSchema,
});
export type AdminLink = z.infer<typeof adminLinkSchema>;

export const adminLinksResponseSchema = listResponse(adminLinkSchema);
