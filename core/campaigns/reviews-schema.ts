import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";
import { pageQuerySchema } from "../schemas/page";
import { reviewReasons, reviewStates, reviewSubjects } from "./review-reasons";

export const reviewsQuerySchema = pageQuerySchema.extend({
  state: z.enum(reviewStates).default("waiting"),
});

/** A campaign, or a new address of a running one, that waits for an operator. */
export const reviewSchema = z.object({
  id: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  developer: z.string(),
  subject: z.enum(reviewSubjects),
  /** The address under review. */
  gameUrl: z.string(),
  /** Where the campaign's visitors are sent now. */
  currentGameUrl: z.string(),
  reasons: z.array(z.enum(reviewReasons)),
  payoutMicros: microsSchema,
  budgetMicros: microsSchema,
  waitsSince: z.iso.datetime(),
  state: z.enum(reviewStates),
  /** Why it was approved or rejected. */
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Review = z.infer<typeof reviewSchema>;
