import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { microsSchema, timeSchema } from "../schemas";
import { reviewSchema } from "./reviews";

/** What a person asks an operator to decide; each kind is named in the plural, as in `todo`. */
export const caseKinds = ["appeals", "objections", "reviews"] as const;
export type CaseKind = (typeof caseKinds)[number];

/** The states of a case about clicks, which nobody withdraws. */
export const clickCaseStates = ["open", "accepted", "declined"] as const;
export type ClickCaseState = (typeof clickCaseStates)[number];

/** Every case is open until an operator decides it or its user withdraws it. */
export const caseStates = [...clickCaseStates, "withdrawn"] as const;
export type CaseState = (typeof caseStates)[number];

const count = z.int().optional();
/** Micros, as jsonb has them. */
const digits = z
  .string()
  .regex(/^-?\d+$/)
  .optional();

/** What only some kinds have. */
export const caseAboutSchema = reviewSchema.partial().extend({
  /** The conditions that selected an objection's clicks, as they were accepted. */
  filter: z.record(z.string(), z.string().optional()).nullish(),
  /** The UTC day and the stored reason of an appeal's clicks. */
  day: z.string().optional(),
  reason: z.string().optional(),
  /** What an accepted appeal paid, and the kinds of network of its clicks. */
  paidClicks: count,
  paidMicros: digits,
  networks: z.array(z.object({ kind: z.string(), clicks: z.int() })).optional(),
  /** How many clicks the case is about, and what became of those of an objection that were still paid. */
  clicks: count,
  reversedClicks: count,
  reversedMicros: digits,
  /** The part of it that creators had withdrawn: the user gets it when they pay it. */
  owedMicros: digits,
});
export type CaseAbout = z.infer<typeof caseAboutSchema>;

/** What a campaign's developer and a creator have in common who may be one person. */
export const sharedSideSchema = z.object({
  creator: z.string(),
  things: z.array(z.enum(["account", "card", "bank", "device", "address"])),
});
export type SharedSide = z.infer<typeof sharedSideSchema>;

/** Describes creators who may be the campaign's developer: `dana (card, device)`; empty without any. */
export function describeSharedSides(sides: readonly SharedSide[]): string {
  return sides.map(({ creator, things }) => `${creator} (${things.join(", ")})`).join("; ");
}

const shared = {
  id: z.string(),
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  campaignId: z.string(),
  campaign: z.string(),
  openedAt: timeSchema,
  /** What the user wrote; empty for a review. */
  text: z.string(),
  answer: z.string().nullable(),
  decidedAt: timeSchema.nullable(),
};

export const caseSchema = z.object({
  ...shared,
  /** The user who reads the decision. */
  user: z.string(),
  micros: microsSchema,
  about: caseAboutSchema,
  /** Creators who may be the campaign's developer. */
  sharedSides: z.array(sharedSideSchema),
  /** Where the campaign's visitors are sent now, its price and its budget. */
  gameUrl: z.string(),
  payoutMicros: microsSchema,
  budgetMicros: microsSchema,
  decidedBy: z.string().nullable(),
  /** The user's cases of this kind, and how much of this campaign's paid clicks they are about. */
  record: z.object({
    accepted: z.int(),
    declined: z.int(),
    clicks: z.int(),
    validClicks: z.int(),
  }),
});
export type Case = z.input<typeof caseSchema>;

/** A case with its clicks, by creator and one by one. With `since`, earlier ones cannot be read now. */
export const caseDetailSchema = caseSchema.extend({
  since: timeSchema.optional(),
  creators: z.array(
    z.object({
      creatorId: z.string(),
      creator: z.string(),
      clicks: z.int(),
      /** Clicks that are still paid. */
      valid: z.int(),
      /** Players that the game reported as joined, and as returned. */
      joined: z.int(),
      returned: z.int(),
    }),
  ),
  items: z.array(
    z.object({
      id: z.string(),
      clickedAt: timeSchema,
      creator: z.string(),
      /** The current verdict and its reason; null if the click was deleted. */
      verdict: z.string().nullable(),
      reason: z.string().nullable(),
      country: z.string().nullable(),
      device: z.string().nullable(),
    }),
  ),
});
export type CaseDetail = z.input<typeof caseDetailSchema>;

/** A case as its user sees it; amounts are dollars, with the platform's fees. */
export const ownCaseSchema = z.object({
  ...shared,
  clicks: z.int().nullable(),
  cost: dollarsSchema.nullable(),
  returned: dollarsSchema,
  reversedClicks: z.int(),
  /** Of an appeal: the UTC day of its clicks, the category of their reason, and what was paid. */
  day: z.string().nullable(),
  category: z.string().nullable(),
  paidClicks: z.int().nullable(),
  /** The kinds of network that the clicks came from, in words; null before the answer. */
  networks: z.string().nullable(),
  gameUrl: z.string().nullable(),
});
export type OwnCase = z.input<typeof ownCaseSchema>;
