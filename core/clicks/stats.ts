import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { clickCountsSchema, ownCampaignResponseSchema } from "../campaigns/campaign";
import { countSchema, microsSchema, timeSchema, timeZoneSchema } from "../schemas";
import { breakdownDimensions } from "./category-names";
import { linkReviewSchema } from "./findings";
import { clickFilterSchema, verdictFilters } from "./flagged-clicks";
import { verdicts } from "./signal";

export const reasonCountSchema = z.object({
  verdict: z.enum(verdicts),
  category: z.string(),
  clicks: z.number().int(),
});
export type ReasonCount = z.infer<typeof reasonCountSchema>;

/** Clicks before this time have their verdict; null if none were judged. */
const judgedUpTo = timeSchema.nullable();

export const campaignStatsResponseSchema = z.object({
  clicks: clickCountsSchema,
  reasons: z.array(reasonCountSchema),
  /** Reserved budget; 0 before the campaign is funded. */
  reserved: dollarsSchema,
  /** What valid clicks cost: `paid` went to creators, `fees` to Fairclick. */
  spend: dollarsSchema,
  paid: dollarsSchema,
  fees: dollarsSchema,
  budgetRemaining: dollarsSchema,
  ctr: z.number().nullable(),
  costPerClick: dollarsSchema.nullable(),
  /** Part of the remaining budget that pending and held clicks may still take. */
  pending: dollarsSchema,
  held: dollarsSchema,
  stopped: ownCampaignResponseSchema.shape.stopped,
  pendingGameUrl: ownCampaignResponseSchema.shape.pendingGameUrl,
  judgedUpTo,
});
export type CampaignStatsResponse = z.input<typeof campaignStatsResponseSchema>;

export const linkStatsResponseSchema = z.object({
  clicks: clickCountsSchema,
  reasons: z.array(reasonCountSchema),
  earnings: dollarsSchema,
  pending: dollarsSchema,
  /** Null unless an operator reviews the link. */
  review: linkReviewSchema.nullable(),
  judgedUpTo,
});

/** Slightly longer than statistics are kept. */
const MAX_DAYS = 400;
const MAX_HOURS = 32 * 24;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} is not a moment, as 2026-11-21T18:00:00Z is` });

/**
 * Span of a series and its time zone. Both ends are widened to whole steps of the time zone; `to`
 * is exclusive.
 */
export const seriesQuerySchema = z
  .object({
    from: moment("from"),
    to: moment("to"),
    step: z.enum(["hour", "day"], { error: "step must be hour or day" }),
    timeZone: timeZoneSchema,
  })
  .superRefine(({ from, to, step }, ctx) => {
    const length = Date.parse(to) - Date.parse(from);
    const refuse = (message: string) => ctx.addIssue({ code: "custom", path: ["to"], message });
    if (length <= 0) refuse("to must be after from");
    else if (step === "day" && length > MAX_DAYS * DAY_MS) {
      refuse(`Ask for at most ${MAX_DAYS} days`);
    } else if (step === "hour" && length > MAX_HOURS * HOUR_MS) {
      refuse(`Ask for at most ${MAX_HOURS / 24} days by the hour`);
    }
  });
export type SeriesQuery = z.output<typeof seriesQuerySchema>;
export type SeriesStep = SeriesQuery["step"];

export const seriesPointSchema = z.object({
  /** Start of the step. */
  at: timeSchema,
  valid: countSchema,
  invalid: countSchema,
  held: countSchema,
  unpaid: countSchema,
  pending: countSchema,
  spend: dollarsSchema,
  impressions: countSchema,
  /** Conversions of valid clicks made in this step, whenever they were reported. */
  conversions: countSchema,
});

/** One point per step, oldest first, including steps without clicks. */
export const seriesResponseSchema = z.object({
  step: z.enum(["hour", "day"]),
  timeZone: z.string(),
  /** Clicks before this time have their verdict; null if none were judged. */
  judgedUpTo: timeSchema.nullable(),
  points: z.array(seriesPointSchema),
});
export type SeriesResponse = z.input<typeof seriesResponseSchema>;

export const MAX_BREAKDOWN = 100;

/** The span is widened to whole steps as for the series, so both have the same sums. */
export const breakdownQuerySchema = seriesQuerySchema.safeExtend({
  dimension: z.enum(breakdownDimensions, {
    error: `dimension must be one of ${breakdownDimensions.join(", ")}`,
  }),
  limit: z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(MAX_BREAKDOWN, { error: `limit must be at most ${MAX_BREAKDOWN}` })
    .default(10),
});
export type BreakdownQuery = z.output<typeof breakdownQuerySchema>;

const countsSchema = z.object({
  valid: countSchema,
  invalid: countSchema,
  held: countSchema,
  unpaid: countSchema,
  spend: dollarsSchema,
});

export const breakdownItemSchema = countsSchema.extend({ value: z.string() });

/** Most frequent first; `rest` sums all others. Excludes pending clicks. */
export const breakdownResponseSchema = z.object({
  dimension: z.enum(breakdownDimensions),
  from: timeSchema,
  to: timeSchema,
  judgedUpTo: timeSchema.nullable(),
  items: z.array(breakdownItemSchema),
  rest: countsSchema,
});
export type BreakdownResponse = z.input<typeof breakdownResponseSchema>;

export const ownDaysQuerySchema = z.object({
  days: z.coerce.number().int().min(2).max(60).default(14),
  timeZone: timeZoneSchema,
});
export type OwnDaysQuery = z.output<typeof ownDaysQuerySchema>;

/** Valid clicks per day of the user's campaigns; campaigns without any are left out. */
export const ownDaysResponseSchema = z.object({
  /** Calendar days in the requested time zone, oldest first, including today. */
  days: z.array(z.iso.date()),
  campaigns: z.array(
    z.object({
      _id: z.string(),
      valid: z.array(z.number().int()),
    }),
  ),
});

/** What clicks are grouped by. `/24` counts IPv4 addresses only, `/48` and `/56` IPv6 only; `creator` returns usernames. */
export const topKinds = [
  "address",
  "/24",
  "/48",
  "/56",
  "asn",
  "device",
  "agent",
  "referrer",
  "country",
  "creator",
] as const;
export type TopKind = (typeof topKinds)[number];

export const MAX_TOP_VALUES = 500;
export const TOP_DAYS = 7;

/**
 * `verdict` is any by default, so that paid clicks are counted beside refused ones. `with` and `value` count
 * only clicks with this value of another kind, such as the creators of one AS.
 */
export const topClicksQuerySchema = clickFilterSchema
  .omit({ signal: true, appealed: true })
  .extend({
    verdict: z.enum(verdictFilters).default("any"),
    by: z.enum(topKinds),
    with: z.enum(topKinds).optional(),
    value: z.string().min(1).max(300).optional(),
    limit: z.coerce
      .number({ error: "limit must be a whole number" })
      .int({ error: "limit must be a whole number" })
      .min(1, { error: "limit must be at least 1" })
      .max(MAX_TOP_VALUES, { error: `limit must be at most ${MAX_TOP_VALUES}` })
      .default(30),
  })
  .refine((query) => (query.with === undefined) === (query.value === undefined), {
    error: "with and value must be given together",
    path: ["value"],
  });
export type TopClicksQuery = z.infer<typeof topClicksQuerySchema>;

export const topValueSchema = z.object({
  value: z.string(),
  /** Counted clicks with this value; `counted` says which clicks were counted. */
  clicks: z.int(),
  /** Share of all counted clicks, in percent. */
  percent: z.number(),
  valid: z.int(),
  invalid: z.int(),
  held: z.int(),
  unpaid: z.int(),
  paidMicros: microsSchema,
  heldMicros: microsSchema,
  /** Number of links, creators and devices with these clicks. */
  links: z.int(),
  creators: z.int(),
  devices: z.int(),
  firstClickedAt: timeSchema,
  lastClickedAt: timeSchema,
});

/** `percent` follows from all that were counted. */
export type TopValueRow = Omit<z.output<typeof topValueSchema>, "percent">;

/** `all` clicks of the period, the `newest` of them, or a random `sample` of the stored clicks. */
export const countedHow = ["all", "newest", "sample"] as const;
export type CountedHow = (typeof countedHow)[number];

export const countedSchema = z.object({
  how: z.enum(countedHow),
  /** All counted clicks, including those without a value. */
  clicks: z.int(),
  /** Counted clicks without a value, such as those with erased personal data. */
  withoutValue: z.int(),
  /** Share of the stored clicks that a sample read, in percent; 100 if it is not a sample. */
  percent: z.number(),
  from: timeSchema,
});

export const topClicksResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(topValueSchema),
  counted: countedSchema,
});
