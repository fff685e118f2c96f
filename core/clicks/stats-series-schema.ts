import { z } from "zod";
import { timeZoneSchema } from "../schemas/time-zone";

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
  at: z.string(),
  valid: z.number().int(),
  invalid: z.number().int(),
  held: z.number().int(),
  unpaid: z.number().int(),
  pending: z.number().int(),
  spend: z.number(),
  /** Impressions in this step. */
  impressions: z.number().int(),
  /** Conversions of valid clicks made in this step, whenever they were reported. */
  conversions: z.number().int(),
});

/** One point per step, oldest first, including steps without clicks. */
export const seriesResponseSchema = z.object({
  step: z.enum(["hour", "day"]),
  timeZone: z.string(),
  /** Clicks before this time have their verdict; null if none were judged. */
  judgedUpTo: z.string().nullable(),
  points: z.array(seriesPointSchema),
});
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;
