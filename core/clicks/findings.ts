import { z } from "zod";
import { t } from "../language/t";
import { microsSchema, timeSchema } from "../schemas";
import { typedText } from "../texts";
import { findingSignals, findingStates } from "./link-findings";

export const linkFindingSchema = z.object({
  id: z.string(),
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  state: z.enum(findingStates),
  /** What speaks against the link, with its figures. */
  signals: z.array(
    z.object({
      signal: z.enum(findingSignals),
      evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** The first of the judged clicks. */
  fromAt: timeSchema,
  foundAt: timeSchema,
  closedAt: timeSchema.nullable(),
  /** What the link's clicks have earned since `fromAt`, until it was closed. */
  paidMicros: microsSchema,
  /** The creator's appeal. */
  explanation: z.string().nullable(),
});
export type ListedFinding = z.input<typeof linkFindingSchema>;

/** What a creator sees of an open finding about the own link. */
export const linkReviewSchema = z.object({
  since: timeSchema,
  /** When it ends in the creator's favour at the latest. */
  until: timeSchema,
  category: z.string(),
  appealed: z.boolean(),
});

export const linkAppealSchema = z.object({
  text: typedText({
    label: () => t`The appeal`,
    maxLength: 1_000,
    isMultiline: true,
    requiredMessage: () => t`Please say who follows the link`,
  }),
});
