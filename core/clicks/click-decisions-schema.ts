import { z } from "zod";
import { parseRange } from "../ip/parse-ranges";
import { changeInputSchema } from "../operations/operator-change-schema";
import { clickActions, reversalCategories } from "./decisions";
import { signalOrder, verdicts } from "./signal";

/** So many clicks can be named one by one; a group has no limit but is worked in parts. */
export const MAX_NAMED_CLICKS = 1_000;

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

/** Clicks that have all of these in common. */
export const clickGroupSchema = z
  .strictObject({
    campaignId: z.uuid().optional(),
    /** With the campaign, one link. */
    creatorId: z.uuid().optional(),
    /** An address or a range of addresses. */
    address: z
      .string()
      .trim()
      .refine((text) => parseRange(text) !== null, {
        error: "must be an address or a range such as 203.0.113.0/24 or 2001:db8::/48",
      })
      .optional(),
    signal: z.enum(signalOrder).optional(),
    /** Clicked at this moment or later. */
    from: moment.optional(),
    /** Clicked before this moment. */
    to: moment.optional(),
    /** What an earlier act decided: to decide otherwise about the very same clicks. */
    actId: z.uuid().optional(),
  })
  .refine((group) => Object.values(group).some((value) => value !== undefined), {
    error: "A group must have something in common",
  });
export type ClickGroup = z.infer<typeof clickGroupSchema>;

const clickIds = z.array(z.uuid()).min(1).max(MAX_NAMED_CLICKS);

export const clickSelectionSchema = z.union(
  [z.strictObject({ ids: clickIds }), z.strictObject({ group: clickGroupSchema })],
  { error: "Name the clicks by their ids or by a group, not both" },
);
export type ClickSelection = z.infer<typeof clickSelectionSchema>;

/** Held clicks are paid or refused. Clicks that an operator refused, or took back, can be approved too. */
export const clickDecisionInputSchema = changeInputSchema.extend({ clicks: clickSelectionSchema });
export type ClickDecisionInput = z.infer<typeof clickDecisionInputSchema>;

/** The category is what the creator reads; the reason stays in the audit log. */
export const clickReversalInputSchema = clickDecisionInputSchema.extend({
  category: z.enum(reversalCategories),
});

const micros = z.string().regex(/^-?\d+$/);
/** What the clicks cost: paid, given up, or taken back. */
const amounts = { clicks: z.int(), micros };
/** The part of a reversal that creators no longer hold: their later earnings pay it. */
const owed = { debtMicros: micros };

export const skippedClickSchema = z.object({
  id: z.string(),
  /** Null for a click that nobody knows. */
  verdict: z.enum(verdicts).nullable(),
  why: z.string(),
});

export const clickDecisionSchema = z.object({
  action: z.enum(clickActions),
  /** By what the same clicks can be found again; null when nothing was changed. */
  actId: z.string().nullable(),
  /** False for a dry run. */
  applied: z.boolean(),
  ...amounts,
  ...owed,
  campaigns: z.array(z.object({ campaignId: z.string(), name: z.string(), ...amounts })),
  creators: z.array(z.object({ creatorId: z.string(), username: z.string(), ...amounts, ...owed })),
  /** Of clicks that were named one by one, those that stay as they are. */
  skipped: z.array(skippedClickSchema),
  /** False when the group has more clicks than one call decides: call again. */
  complete: z.boolean(),
});
export type ClickDecision = z.infer<typeof clickDecisionSchema>;

export const clickDecisionResponseSchema = z.object({
  status: z.literal("success"),
  data: clickDecisionSchema,
});
