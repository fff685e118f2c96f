import { z } from "zod";
import { microsSchema, pageQueryWithCursor, userNameSchema } from "../schemas/admin-lists";
import { listResponse } from "../schemas/page";
import { eventNamePattern } from "./events";

/** State of a report; it follows the verdict of its click. */
export const conversionStates = ["counted", "waiting", "held", "off"] as const;

const moment = (name: string) =>
  z.iso.datetime({ error: `${name} must be a time such as 2026-01-31T12:00:00Z` }).optional();

/** `from` (inclusive) and `to` (exclusive) bound the time of receipt. */
export const adminConversionsQuerySchema = pageQueryWithCursor(
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_[a-z][a-z0-9_]{0,39}$/,
).extend({
  campaign: z.uuid({ error: "campaign must be the id of a campaign" }).optional(),
  creator: userNameSchema.optional(),
  click: z.uuid({ error: "click must be the id of a click" }).optional(),
  event: z.string().regex(eventNamePattern, { error: "event is not an event name" }).optional(),
  state: z
    .enum(conversionStates, { error: `state must be one of ${conversionStates.join(", ")}` })
    .optional(),
  from: moment("from"),
  to: moment("to"),
});
export type AdminConversionsQuery = z.output<typeof adminConversionsQuerySchema>;

export const adminConversionSchema = z.object({
  clickId: z.string(),
  event: z.string(),
  state: z.enum(conversionStates),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  clickedAt: z.iso.datetime(),
  happenedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
  /** Null if the report has no value. */
  valueMicros: microsSchema.nullable(),
});
export type AdminConversion = z.infer<typeof adminConversionSchema>;

export const adminConversionsResponseSchema = listResponse(adminConversionSchema);
