import { z } from "zod";
import { seriesQuerySchema } from "./stats-series-schema";

export const MAX_BREAKDOWN = 100;

/** Dimensions for grouping clicks. */
export const breakdownDimensions = ["country", "device", "browser", "referrer"] as const;

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
  valid: z.number().int(),
  invalid: z.number().int(),
  held: z.number().int(),
  unpaid: z.number().int(),
  spend: z.number(),
});

export const breakdownItemSchema = countsSchema.extend({ value: z.string() });

/** Most frequent first; `rest` sums all others. Excludes pending clicks. */
export const breakdownResponseSchema = z.object({
  dimension: z.enum(breakdownDimensions),
  from: z.string(),
  to: z.string(),
  judgedUpTo: z.string().nullable(),
  items: z.array(breakdownItemSchema),
  rest: countsSchema,
});
export type BreakdownResponse = z.infer<typeof breakdownResponseSchema>;
