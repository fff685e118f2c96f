import { z } from "zod";
import { pageQuerySchema } from "../schemas/page";
import { deviceKinds } from "./device-kinds";
import { networkKinds } from "./network-kind";
import { objectionStates } from "./objections";
import { reasonCategories } from "./reasons";
import { verdicts } from "./signal";

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} is not a moment, as 2026-11-21T18:00:00Z is` });

/** Selects the clicks of a campaign that match all of these conditions. */
export const campaignClickFilterSchema = z.object({
  verdict: z.enum(verdicts, { error: `verdict must be one of ${verdicts.join(", ")}` }).optional(),
  category: z
    .enum(reasonCategories, { error: `category must be one of ${reasonCategories.join(", ")}` })
    .optional(),
  /** The user id of the link's creator. */
  creator: z.uuid({ error: "creator must be the id of a user" }).optional(),
  country: z
    .string()
    .regex(/^([A-Z]{2}|unknown)$/, { error: "country must be two capital letters or unknown" })
    .optional(),
  device: z
    .enum(deviceKinds, { error: `device must be one of ${deviceKinds.join(", ")}` })
    .optional(),
  /** Inclusive lower bound of the time of the click. */
  from: moment("from").optional(),
  /** Exclusive upper bound of the time of the click. */
  to: moment("to").optional(),
});
export type CampaignClickFilter = z.infer<typeof campaignClickFilterSchema>;

export const campaignClicksQuerySchema = pageQuerySchema.extend({
  ...campaignClickFilterSchema.shape,
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(100).optional(),
});
export type CampaignClicksQuery = z.infer<typeof campaignClicksQuerySchema>;

/** A click as its campaign's developer sees it, without what identifies the visitor. */
export const campaignClickSchema = z.object({
  id: z.string(),
  clickedAt: z.iso.datetime(),
  creatorId: z.string(),
  creator: z.string(),
  verdict: z.enum(verdicts),
  /** Category of the reason; null for pending clicks, and for valid ones that no game proved. */
  category: z.string().nullable(),
  /** ISO 3166 code, or `unknown`. */
  country: z.string(),
  device: z.string(),
  network: z.enum(networkKinds),
  /** What the campaign pays for the click, in dollars; 0 if it is not valid. */
  price: z.number(),
  /** The ledger transaction that paid the click, also if it was reversed later. */
  transactionId: z.string().nullable(),
  /** The ledger transaction that returned the price to the campaign. */
  reversalId: z.string().nullable(),
  /** State of the developer's objection to the click; null without one. */
  objection: z.enum(objectionStates).nullable(),
});
export type CampaignClick = z.infer<typeof campaignClickSchema>;

export const exportedClicksSchema = z.object({
  status: z.literal("success"),
  data: z.array(campaignClickSchema),
});
export type ExportedClicks = z.infer<typeof exportedClicksSchema>;
