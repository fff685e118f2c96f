import { z } from "zod";
import { changeInputSchema } from "../changes";
import { parseRange } from "../ip/lists";
import { stored, t } from "../language/t";
import { dataResponse } from "../schemas";
import { signalOrder, type Verdict, verdicts } from "./signal";

export const reversalCategories = [
  "bot_traffic",
  "bought_clicks",
  "own_clicks",
  "hidden_embed",
  "mistake",
  "other",
] as const;

export type ReversalCategory = (typeof reversalCategories)[number];

/** Reason of a click after its payment was reversed. It is not a signal: no rule finds it. */
export const REVERSED = "reversed";

export const clickActions = ["approve", "reject", "reverse", "hold"] as const;
export type ClickAction = (typeof clickActions)[number];

const words: Record<ReversalCategory, string> = {
  bot_traffic: stored`Bot traffic`,
  bought_clicks: stored`Bought clicks`,
  own_clicks: stored`Own clicks`,
  hidden_embed: stored`Hidden embed`,
  mistake: stored`Paid by mistake`,
  other: stored`Against the rules`,
};

/** Returns the text that the creator sees, in English; `showStored` translates it. */
export function describeReversal(category: ReversalCategory): string {
  return words[category];
}

type Decidable = {
  verdict: Verdict;
  decided: ClickAction | null;
  wasHeld: boolean;
};

/** Returns why an action does not apply to a click, or null if it does. */
export function refusalReason(
  action: ClickAction,
  { verdict, decided, wasHeld }: Decidable,
): string | null {
  if (verdict === "pending") return t`The click is still pending`;
  switch (action) {
    case "approve":
      if (verdict === "valid") return "The click is already paid";
      if (verdict === "held" || decided) return null;
      return "Only held clicks, and clicks that an operator rejected or reversed, can be approved";
    case "reject":
      if (verdict === "held") return null;
      return verdict === "valid"
        ? "The click is paid; reverse it instead"
        : "The click is already invalid or unpaid";
    case "reverse":
      if (verdict === "valid") return null;
      return decided === "reverse" ? t`The click is already reversed` : t`The click was not paid`;
    case "hold":
      if (verdict === "held") return "The click is already held";
      if (verdict === "valid") return "The click is paid; reverse it first";
      return verdict === "invalid" && decided && wasHeld
        ? null
        : "Only clicks that were held before an operator decided can be held again";
  }
}

/** Max clicks listed by id. A group has no limit, but each call decides only a part of it. */
export const MAX_NAMED_CLICKS = 1_000;

export const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

/** Kinds of values that a group of clicks can have in common, with the names of `clicks top`. */
export const clickValueKinds = ["asn", "device", "agent", "referrer", "country"] as const;
export type ClickValueKind = (typeof clickValueKinds)[number];

const clickValue = z.string().min(1).max(300).optional();
const clickValueInput = {
  asn: clickValue,
  device: clickValue,
  agent: clickValue,
  referrer: clickValue,
  country: clickValue,
} satisfies Record<ClickValueKind, typeof clickValue>;

const MAX_GROUP_CREATORS = 50;

/** Selects the clicks that match all of these conditions. */
export const clickGroupSchema = z
  .strictObject({
    campaignId: z.uuid().optional(),
    /** One of them, together with `campaignId`, selects one link. */
    creatorIds: z.array(z.uuid()).min(1).max(MAX_GROUP_CREATORS).optional(),
    /** An ip address or a range in CIDR notation. */
    address: z
      .string()
      .trim()
      .refine((text) => parseRange(text) !== null, {
        error: "must be an address or a range such as 203.0.113.0/24 or 2001:db8::/48",
      })
      .optional(),
    signal: z.enum(signalOrder).optional(),
    /** Values as `clicks top` shows them, by their kind. */
    ...clickValueInput,
    /** Only clicks of devices that brought no cookie. */
    withoutCookie: z.literal(true).optional(),
    /** Inclusive lower bound of the time of the click. */
    from: moment.optional(),
    /** Exclusive upper bound of the time of the click. */
    to: moment.optional(),
    /** The clicks of an earlier decision, to decide about the same clicks again. */
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

/** Input to approve or reject held clicks, and to approve clicks that were rejected or reversed. */
export const clickDecisionInputSchema = changeInputSchema.extend({ clicks: clickSelectionSchema });
export type ClickDecisionInput = z.infer<typeof clickDecisionInputSchema>;

/** The creator sees the category; the reason appears only in the audit log. */
export const clickReversalInputSchema = clickDecisionInputSchema.extend({
  category: z.enum(reversalCategories),
});

const micros = z.string().regex(/^-?\d+$/);
/** Number of clicks, and the amount that was paid, released or reversed. */
const amounts = { clicks: z.int(), micros };
/** The part of a reversal that creators have already withdrawn: their later earnings repay it. */
const owed = { debtMicros: micros };
const inWithdrawals = {
  /** Withdrawals that a reversal stops before they are sent. */
  stoppedMicros: micros,
  /** The part of what is owed that is being sent to the creators. */
  inTransitMicros: micros,
};

export const skippedClickSchema = z.object({
  id: z.string(),
  /** Null if there is no such click. */
  verdict: z.enum(verdicts).nullable(),
  why: z.string(),
});

export const clickDecisionSchema = z.object({
  action: z.enum(clickActions),
  /** Id of the decision, which selects the same clicks again; null if nothing was changed. */
  actId: z.string().nullable(),
  /** False for a dry run. */
  applied: z.boolean(),
  ...amounts,
  ...owed,
  ...inWithdrawals,
  campaigns: z.array(z.object({ campaignId: z.string(), name: z.string(), ...amounts })),
  creators: z.array(z.object({ creatorId: z.string(), username: z.string(), ...amounts, ...owed })),
  /** Clicks that were listed by id and were not changed. */
  skipped: z.array(skippedClickSchema),
  /** False if the group has more clicks than one call decides: repeat the call. */
  complete: z.boolean(),
  /** Marks the clicks that were counted, for the `seen` of the decision itself. */
  seen: z.string(),
});
export type ClickDecision = z.infer<typeof clickDecisionSchema>;

export const clickDecisionResponseSchema = dataResponse(clickDecisionSchema);
