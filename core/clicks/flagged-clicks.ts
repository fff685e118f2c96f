import { z } from "zod";
import { clickCaseStates } from "../campaigns/cases";
import { isUuid } from "../ids";
import { parseRange } from "../ip/lists";
import { dataResponse, microsSchema, timeSchema } from "../schemas";
import { clickActions } from "./decisions";
import { proofOutcomes } from "./proofs";
import { signalOrder, verdicts } from "./signal";

export const MAX_CLICKS_A_PAGE = 500;

/** `flagged` stands for held and invalid clicks. */
export const verdictFilters = ["flagged", "held", "invalid", "valid", "unpaid", "any"] as const;
export type VerdictFilter = (typeof verdictFilters)[number];

const yesOrNo = z.enum(["true", "false"]).transform((text) => text === "true");

/** Filter of clicks. `creator` is an id or a username; `from` is inclusive, `to` exclusive. */
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

/** Position in a list of clicks: time and id of a click. */
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

/** `cursor` continues with older clicks; `clickCursor` formats it. */
export const clicksQuerySchema = clickFilterSchema.extend({
  cursor: clickCursorSchema.optional(),
  limit: limitSchema(MAX_CLICKS_A_PAGE).default(100),
});
export type ClicksQuery = z.infer<typeof clicksQuerySchema>;

export function clickCursor({ clickedAt, id }: { clickedAt: string; id: string }): string {
  return `${clickedAt}_${id}`;
}

export const listedClickSchema = z.object({
  id: z.string(),
  clickedAt: timeSchema,
  campaignId: z.string(),
  campaignName: z.string(),
  creatorId: z.string(),
  creatorName: z.string(),
  /** Code of the link, for the command that disables it. */
  linkCode: z.string().nullable(),
  /** Null once the personal data was erased. */
  address: z.string().nullable(),
  country: z.string().nullable(),
  asn: z.int().nullable(),
  userAgent: z.string().nullable(),
  referrer: z.string().nullable(),
  /** Equal for clicks that seem to be of one device; null once it was erased. */
  deviceKey: z.string().nullable(),
  verdict: z.enum(verdicts),
  /** The first deciding signal; null if the click has none. */
  reason: z.string().nullable(),
  signals: z.array(z.string()),
  priceMicros: microsSchema,
  paidMicros: microsSchema,
  /** State of the creator's appeal; null without one. */
  appeal: z.enum(clickCaseStates).nullable(),
});
export type ListedClick = z.input<typeof listedClickSchema>;
export type ListedClickRow = z.output<typeof listedClickSchema>;

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
export type Neighbour = z.input<typeof neighbourSchema>;
export type NeighbourRow = z.output<typeof neighbourSchema>;

export const clickDetailSchema = listedClickSchema.extend({
  recordedAt: timeSchema.nullable(),
  gameUrl: z.string(),
  method: z.string(),
  /** Whether the device is known by its cookie. */
  deviceKnown: z.boolean(),
  /** Null while the click is pending. */
  policyVersion: z.int().nullable(),
  /** Evidence of each signal, in deciding order. */
  evidence: z.array(
    z.object({
      signal: z.string(),
      effect: z.enum(["invalid", "held", "unpaid", "note"]).nullable(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** The address lists that its ip address was looked up in; null if there were none. */
  ipData: z
    .object({
      version: z.int(),
      lists: z.array(z.object({ name: z.string(), version: z.string(), date: z.string() })),
    })
    .nullable(),
  neighbours: z.object({
    seconds: z.int(),
    /** The nearest clicks in time, oldest first. */
    clicks: z.array(neighbourSchema),
    isPartial: z.boolean(),
  }),
  link: z
    .object({
      joinedAt: timeSchema,
      disabledAt: timeSchema.nullable(),
      disabledBy: z.string().nullable(),
      clicks: countsSchema,
    })
    .nullable(),
  creator: z.object({
    createdAt: timeSchema,
    suspendedAt: timeSchema.nullable(),
    clicks: countsSchema,
    /**
     * Share of valid clicks among valid, invalid and held ones, in percent; null without such
     * clicks.
     */
    validPercent: z.number().nullable(),
    paidMicros: microsSchema,
    /** The creator's earnings balance, which a reversal reduces first. */
    earningsMicros: microsSchema,
    /** The creator's debt, which later earnings repay first. */
    debtMicros: microsSchema,
  }),
  payment: z
    .object({ transactionId: z.string(), at: timeSchema, reference: z.string().nullable() })
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
      at: timeSchema,
    }),
  ),
  /** What became of it after its player came back; null if the game reported no return. */
  proof: z.enum(proofOutcomes).nullable(),
});
export type ClickDetail = z.input<typeof clickDetailSchema>;
export type DecisionRow = z.output<typeof clickDetailSchema>["decisions"][number];

export const clickResponseSchema = dataResponse(clickDetailSchema);
