import { z } from "zod";
import { timeZoneSchema } from "../schemas/time-zone";

/** As long as statistics are kept for, and a little over it. */
const MAX_DAYS = 400;
const MAX_HOURS = 32 * 24;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} is not a moment, as 2026-11-21T18:00:00Z is` });

/**
 * Which part of the past, and in whose days. Both ends are widened to whole steps of the time zone;
 * `to` is not part of it.
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
  /** When the step begins. */
  at: z.string(),
  valid: z.number().int(),
  invalid: z.number().int(),
  held: z.number().int(),
  unpaid: z.number().int(),
  pending: z.number().int(),
  spend: z.number(),
  /** Loads of banners in this step. */
  impressions: z.number().int(),
  /** What the valid clicks of this step came to, whenever it happened. */
  conversions: z.number().int(),
});

/** Every step has its point, oldest first, also where nothing happened. */
export const seriesResponseSchema = z.object({
  step: z.enum(["hour", "day"]),
  timeZone: z.string(),
  /** Clicks from before this have their verdict. */
  judgedUpTo: z.string().nullable(),
  points: z.array(seriesPointSchema),
});
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;
