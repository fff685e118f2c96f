import { z } from "zod";
import { microsSchema, userNameSchema } from "../../schemas/admin-lists";
import { suspectFigures } from "./suspect-link";

/** What links are sorted by. `risk` is paid money times oddity; `joins` sorts the smallest first. */
export const suspectOrders = ["risk", "odd", "money", "clicks", ...suspectFigures] as const;
export type SuspectOrder = (typeof suspectOrders)[number];

const whole = (name: string, { least, most }: { least: number; most: number }) =>
  z.coerce
    .number({ error: `${name} must be a whole number` })
    .int({ error: `${name} must be a whole number` })
    .min(least, { error: `${name} must be at least ${least}` })
    .max(most, { error: `${name} must be at most ${most}` });

export const MAX_SUSPECTS = 100;

export const suspectsQuerySchema = z.object({
  campaign: z.uuid({ error: "campaign must be a campaign's id" }).optional(),
  creator: userNameSchema.optional(),
  /** Number of UTC days before today that count; today counts too. */
  days: whole("days", { least: 1, most: 30 }).default(7),
  sort: z.enum(suspectOrders).default("risk"),
  limit: whole("limit", { least: 1, most: MAX_SUSPECTS }).default(30),
});
export type SuspectsQuery = z.infer<typeof suspectsQuerySchema>;

const percent = z.number().nullable();

export const suspectSchema = z.object({
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  disabledBy: z.string().nullable(),
  /** Paid clicks of the period, and the sum that was paid for them. */
  clicks: z.int(),
  paidMicros: microsSchema,
  /** Paid money times oddity. */
  riskMicros: microsSchema,
  /** How odd the paid clicks are, in percent. */
  oddPercent: z.number(),
  /** The odd figures in words, oddest first. */
  why: z.array(z.string()),
  /** Number of newest paid clicks that the figures are computed from. */
  examined: z.int(),
  /** The most frequent value of each kind; null if no click has one. */
  values: z.object({
    net24: z.string().nullable(),
    net48: z.string().nullable(),
    asn: z.string().nullable(),
    deviceClass: z.string().nullable(),
    agent: z.string().nullable(),
  }),
  /** In percent; null if it cannot be computed. `joins`: 100 if equal to the campaign's other links; `payer`: 100 or 0. */
  figures: z.object({
    net24: percent,
    net48: percent,
    asn: percent,
    deviceClass: percent,
    agent: percent,
    fresh: percent,
    returning: percent,
    joins: percent,
    hour: percent,
    homes: percent,
    payer: percent,
  }),
});
export type Suspect = z.infer<typeof suspectSchema>;

export const suspectsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(suspectSchema),
  from: z.iso.datetime(),
  /** Links with enough paid clicks in the period. `compared`: those with the most money, which were compared. */
  links: z.int(),
  compared: z.int(),
});
