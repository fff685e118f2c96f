import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { t } from "../language/t";
import { microsSchema, timeSchema } from "../schemas";
import { typedText } from "../texts";

/**
 * A finding that is not certain and that no operator decides about within these days ends in the
 * creator's favour: it may rest on what a developer did not report.
 */
export const FINDING_DAYS = 6;

/**
 * `lapsed`: no operator decided in time; `explained`: players came later. The money of both is free.
 */
export const findingStates = ["open", "cleared", "lapsed", "explained", "confirmed"] as const;
export type FindingState = (typeof findingStates)[number];

/** What the paid clicks of a period brought. */
const brought = {
  clicks: z.number().int(),
  /** Distinct ones, each counted for the click that brought them first. */
  players: z.number().int(),
  /** As many as the campaign's other creators bring by as many clicks. */
  usualPlayers: z.number().int(),
  /** Clicks that the players do not explain. */
  unexplained: z.number().int(),
};

export const linkFindingSchema = z.object({
  id: z.string(),
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  state: z.enum(findingStates),
  /** The judged period. */
  fromAt: timeSchema,
  toAt: timeSchema,
  ...brought,
  otherClicks: z.number().int(),
  otherPlayers: z.number().int(),
  /** How probable it is that an honest creator brings so few players. */
  probability: z.number(),
  /** Whether it ends in the creator's favour if nobody decides in time. */
  lapses: z.boolean(),
  /** What the clicks of the period were paid, and the part that waits. */
  paidMicros: microsSchema,
  waitingMicros: microsSchema,
  foundAt: timeSchema,
  closedAt: timeSchema.nullable(),
  /** The creator's appeal. */
  explanation: z.string().nullable(),
});
export type ListedFinding = z.input<typeof linkFindingSchema>;

/** What a creator reads of an open finding. */
export const linkReviewSchema = z.object({
  campaignId: z.string(),
  campaign: z.string(),
  /** The first moment of the judged clicks. */
  since: timeSchema,
  ...brought,
  waiting: dollarsSchema,
  /** When it ends in the creator's favour at the latest; null if only players or an operator end it. */
  until: timeSchema.nullable(),
  appealed: z.boolean(),
});
export type LinkReview = z.input<typeof linkReviewSchema>;

export const linkAppealSchema = z.object({
  text: typedText({
    label: () => t`The appeal`,
    maxLength: 1_000,
    isMultiline: true,
    requiredMessage: () => t`Please say who follows the link`,
  }),
});
