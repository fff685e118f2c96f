import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";

export const clickTotalsSchema = z.object({
  clicks: z.int(),
  held: z.int(),
  invalid: z.int(),
  valid: z.int(),
  heldMicros: microsSchema,
  paidMicros: microsSchema,
  /** Start of the summed time. `isPartial` if only the newest clicks were summed, as in groups. */
  from: z.iso.datetime(),
  isPartial: z.boolean(),
});
export type ClickTotals = z.infer<typeof clickTotalsSchema>;

export const clickTotalsResponseSchema = z.object({
  status: z.literal("success"),
  data: clickTotalsSchema,
});
