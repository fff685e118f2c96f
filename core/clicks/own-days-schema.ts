import { z } from "zod";
import { timeZoneSchema } from "../schemas/time-zone";

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
      /** One count per day. */
      valid: z.array(z.number().int()),
    }),
  ),
});
