import { z } from "zod";
import { proofOutcomes } from "../conversions/proofs";
import { isUuid } from "../ids";
import { parseRange } from "../ip/parse-ranges";
import { appealStates } from "./appeals-schema";
import { clickActions } from "./decisions";
import { signalOrder, verdicts } from "./signal";

export const MAX_CLICKS_A_PAGE = 500;

/** `flagged` is what an operator may want to look at: held and invalid clicks. */
export const verdictFilters = ["flagged", "held", "invalid", "valid", "unpaid", "any"] as const;
export type VerdictFilter = (typeof verdictFilters)[number];

const yesOrNo = z.enum(["true", "false"]).transform((text) => text === "true");

/** Which clicks are meant. `creator` is an id or a username; times include `from` and leave `to` out. */
export const clickFilterSchema = z.object({
  verdict: z.enum(verdictFilters).default("flagged"),
  signal: z.enum(signalOrder).optional(),
  campaign: z.uuid({ error: "campaign must be a campaign's id" }).optional(),
  creator: z.string().trim().min(1).max(64).optional(),
  address: z
    .string()
    .trim()
    .refine((text) => parseRange(text) !== null, {
      error: "address must be an address or a range such as 203.0.113.0/24 or 2001:db8::/48",
    })
    .optional(),
  from: z.iso.datetime({ error: "from must be a time such as 2026-01-31T12:00:00Z" }).optional(),
  to: z.iso.datetime({ error: "to must be a time such as 2026-01-31T12:00:00Z" }).optional(),
  /** With an appeal that waits for an answer. */
  appealed: yesOrNo.optional(),
});
export type ClickFilterInput = z.input<typeof clickFilterSchema>;
export type ClickFilter = z.infer<typeof clickFilterSchema>;

const limitSchema = (most: number) =>
  z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(most, { error: `limit must be at most ${most}` });

/** A place in a list of clicks: when it was made, and its id. */
const clickCursorSchema = z
  .string()
  .max(80)
  .transform((text, ctx) => {
    const [at = "", id = ""] = text.split("_");
    const clickedAt = new Date(at);
    if (isUuid(id) && !Number.isNaN(clickedAt.getTime())) return { clickedAt, id };
    ctx.addIssue({ code: "custom", message: "cursor is not a cursor of this list" });
    return z.NEVER;
  });

/** `cursor` goes on to older clicks, `after` back to newer ones; both come from `clickCursor`. */
export const clicksQuerySchema = clickFilterSchema.extend({
  cursor: clickCursorSchema.optional(),
  after: clickCursorSchema.optional(),
  limit: limitSchema(MAX_CLICKS_A_PAGE).default(100),
});
export type ClicksQuery = z.infer<typeof clicksQuerySchema>;

export function clickCursor({ clickedAt, id }: { clickedAt: string; id: string }): string {
  return `${clickedAt}_${id}`;
}

export const listedClickSchema = z.object({
  id: z.string(),
  clickedAt: z.iso.datetime(),
  campaignId: z.string(),
  campaignName: z.string(),
  creatorId: z.string(),
  creatorName: z.string(),
  /** By which the link is named to disable it. */
  linkCode: z.string().nullable(),
  /** Null once it has been forgotten. */
  address: z.string().nullable(),
  country: z.string().nullable(),
  verdict: z.enum(verdicts),
  /** The signal that decided. */
  reason: z.string().nullable(),
  signals: z.array(z.string()),
  /** The price of the click: what is held for it, or what it was paid. */
  priceMicros: z.string().regex(/^-?\d+$/),
  paidMicros: z.string().regex(/^-?\d+$/),
  /** What became of the creator's appeal; null without one. */
  appeal: z.enum(appealStates).nullable(),
});
export type ListedClick = z.infer<typeof listedClickSchema>;

export const clicksResponseSchema = z.object({
  status: z.literal("success"),
  /** Newest first. */
  data: z.array(listedClickSchema),
  /** Null at the end of the list, in the direction that was asked for. */
  nextCursor: z.string().nullable(),
});

export const groupKinds = ["link", "address"] as const;
export type GroupKind = (typeof groupKinds)[number];

/** How many clicks are counted at the most, and since when where the filter does not say. */
export const MOST_GROUPED_CLICKS = 100_000;
export const GROUPED_DAYS = 7;

export const flaggedGroupsQuerySchema = clickFilterSchema.extend({
  by: z.enum(groupKinds),
  cursor: z
    .string()
    .max(200)
    .regex(/^\d+_.+$/, { error: "cursor is not a cursor of this list" })
    .optional(),
  limit: limitSchema(100).default(50),
});
export type FlaggedGroupsQuery = z.infer<typeof flaggedGroupsQuerySchema>;

export const flaggedGroupSchema = z.object({
  /** Of a link, null for addresses. */
  campaignId: z.string().nullable(),
  campaignName: z.string().nullable(),
  creatorId: z.string().nullable(),
  creatorName: z.string().nullable(),
  linkCode: z.string().nullable(),
  /** An IPv4 address or an IPv6 /64, null for links. */
  address: z.string().nullable(),
  /** The clicks that the filter finds, by verdict. */
  clicks: z.int(),
  held: z.int(),
  invalid: z.int(),
  /** All valid clicks of the link or the address in that time, whatever else the filter says. */
  valid: z.int(),
  heldMicros: z.string().regex(/^-?\d+$/),
  paidMicros: z.string().regex(/^-?\d+$/),
  lastClickedAt: z.iso.datetime(),
  /** The reason that most of them have. */
  reason: z.string().nullable(),
});
export type FlaggedGroup = z.infer<typeof flaggedGroupSchema>;

export const flaggedGroupsResponseSchema = z.object({
  status: z.literal("success"),
  /** Most clicks first. */
  data: z.array(flaggedGroupSchema),
  nextCursor: z.string().nullable(),
  /** Since when clicks are counted, and whether older ones were left out because there are too many. */
  from: z.iso.datetime(),
  isPartial: z.boolean(),
});

const countsSchema = z.object({
  valid: z.int(),
  invalid: z.int(),
  held: z.int(),
  unpaid: z.int(),
});

const neighbourSchema = listedClickSchema
  .pick({
    id: true,
    clickedAt: true,
    campaignName: true,
    creatorName: true,
    verdict: true,
    reason: true,
    paidMicros: true,
  })
  .extend({ sameAddress: z.boolean(), sameDevice: z.boolean() });
export type Neighbour = z.infer<typeof neighbourSchema>;

export const clickDetailSchema = listedClickSchema.extend({
  recordedAt: z.iso.datetime(),
  method: z.string(),
  userAgent: z.string().nullable(),
  referrer: z.string().nullable(),
  asn: z.int().nullable(),
  deviceKey: z.string().nullable(),
  /** Known by its cookie, or only by its looks. */
  deviceKnown: z.boolean(),
  /** Null while it has not been judged. */
  policyVersion: z.int().nullable(),
  /** Of each signal, in deciding order. */
  evidence: z.array(
    z.object({
      signal: z.string(),
      effect: z.enum(["invalid", "held", "unpaid", "note"]).nullable(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** The lists in which its address was looked up. */
  ipData: z
    .object({
      version: z.int(),
      lists: z.array(z.object({ name: z.string(), version: z.string(), date: z.string() })),
    })
    .nullable(),
  neighbours: z.object({
    seconds: z.int(),
    /** Those nearest in time, oldest first. */
    clicks: z.array(neighbourSchema),
    isPartial: z.boolean(),
  }),
  link: z
    .object({
      joinedAt: z.iso.datetime(),
      disabledAt: z.iso.datetime().nullable(),
      disabledBy: z.string().nullable(),
      clicks: countsSchema,
    })
    .nullable(),
  creator: z.object({
    createdAt: z.iso.datetime(),
    suspendedAt: z.iso.datetime().nullable(),
    clicks: countsSchema,
    /** Valid among valid, invalid and held, in percent; null without any. */
    validPercent: z.number().nullable(),
    paidMicros: z.string().regex(/^-?\d+$/),
    /** What is there to take back from. */
    earningsMicros: z.string().regex(/^-?\d+$/),
    /** What later earnings pay first. */
    debtMicros: z.string().regex(/^-?\d+$/),
  }),
  payment: z
    .object({ transactionId: z.string(), at: z.iso.datetime(), reference: z.string().nullable() })
    .nullable(),
  appealId: z.string().nullable(),
  appealText: z.string().nullable(),
  /**
   * The decisions about it, oldest first. `operator` is null for an approval that the game proved: it
   * reported that the player came back on a later day.
   */
  decisions: z.array(
    z.object({
      action: z.enum(clickActions),
      operator: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** What became of it after its player came back; null if the game reported no return. */
  proof: z.enum(proofOutcomes).nullable(),
});
export type ClickDetail = z.infer<typeof clickDetailSchema>;

export const clickResponseSchema = z.object({
  status: z.literal("success"),
  data: clickDetailSchema,
});
