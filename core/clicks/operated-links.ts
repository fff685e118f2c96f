import { z } from "zod";
import { clickCountsSchema } from "../campaigns/campaign";
import {
  listResponse,
  microsSchema,
  onlySchema,
  pageQueryWithCursor,
  userNameSchema,
} from "../schemas";
import { linkFindingSchema } from "./findings";

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

/** The newest findings that are shown with a link. */
export const MAX_LINK_FINDINGS = 20;

const { valid, invalid, held, unpaid } = clickCountsSchema.shape;

/** One link with its names, its money and what was found about it. */
export const adminLinkDetailsSchema = adminLinkSchema.extend({
  /** What the pending clicks would pay. */
  pendingMicros: microsSchema,
  /** What the held clicks would pay. */
  heldMicros: microsSchema,
  /** The judged clicks of the last 24 hours. */
  lastDay: z.object({ clicks: z.number().int(), paidMicros: microsSchema }),
  /** Addresses of the link with figures of their own. Removed ones are listed if they have clicks. */
  names: z.array(
    z.object({
      name: z.string(),
      removed: z.boolean(),
      ...{ valid, invalid, held, unpaid },
      paidMicros: microsSchema,
    }),
  ),
  /** Newest first. */
  findings: z.array(linkFindingSchema).max(MAX_LINK_FINDINGS),
});
export type AdminLinkDetails = z.infer<typeof adminLinkDetailsSchema>;

export const adminLinkDetailsResponseSchema = z.object({
  status: z.literal("success"),
  data: adminLinkDetailsSchema,
});
