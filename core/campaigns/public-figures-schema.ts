import { z } from "zod";
import { itemResponse } from "../schemas/page";

/** With fewer creators, sums of clicks and money could reveal what one person earned. */
export const MIN_CREATORS = 5;

/** With fewer judged clicks, the share of valid ones is chance. */
export const MIN_CLICKS = 1_000;

/** What everybody may know about the marketplace. Amounts are in dollars. */
export const publicFiguresSchema = z.object({
  openCampaigns: z.number().int(),
  /** What open campaigns can still pay out, fees included; rounded down to dollars. */
  budgetLeft: z.number(),
  /** What 1,000 valid clicks pay in open campaigns; null if none is open. */
  payoutPerThousand: z
    .object({ lowest: z.number(), median: z.number(), highest: z.number() })
    .nullable(),
  /** Judged clicks of the newest open campaigns; null with too few clicks or creators. */
  clicks: z.object({ judged: z.number().int(), valid: z.number().int() }).nullable(),
  /** What creators were paid for valid clicks so far, rounded down to dollars; null with too few creators. */
  paid: z.number().nullable(),
  measuredAt: z.iso.datetime(),
});

export type PublicFigures = z.infer<typeof publicFiguresSchema>;

export const publicFiguresResponseSchema = itemResponse(publicFiguresSchema);
