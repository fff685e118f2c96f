import { z } from "zod";
import { centsSchema } from "../amount-schema";

export const payoutIntervals = ["week", "month"] as const;
export type PayoutInterval = (typeof payoutIntervals)[number];

/** `every` null ends the schedule. `minimum` is in cents. */
export const payoutScheduleRequestSchema = z.union([
  z.strictObject({ every: z.enum(payoutIntervals), minimum: centsSchema }),
  z.strictObject({ every: z.null() }),
]);

export const payoutScheduleResponseSchema = z.object({
  /** Null if nothing is withdrawn automatically. */
  schedule: z
    .object({
      every: z.enum(payoutIntervals),
      /** In dollars. */
      minimum: z.number(),
      /** When the next withdrawal is requested. */
      nextAt: z.string(),
    })
    .nullable(),
});
export type PayoutScheduleResponse = z.infer<typeof payoutScheduleResponseSchema>;

/** Returns the first Monday, or first day of a month, that begins after `at` (UTC). */
export function nextPayoutAt(every: PayoutInterval, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (every === "month") return new Date(Date.UTC(year, month + 1, 1));
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, day - daysSinceMonday + 7));
}
