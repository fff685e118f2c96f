import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";
import { clickFilterSchema, verdictFilters } from "./flagged-clicks-schema";

/** What clicks are grouped by. `/24` counts IPv4 addresses only, `/48` and `/56` IPv6 only; `creator` returns usernames. */
export const topKinds = [
  "address",
  "/24",
  "/48",
  "/56",
  "asn",
  "device",
  "agent",
  "referrer",
  "country",
  "creator",
] as const;
export type TopKind = (typeof topKinds)[number];

/** The figure that a list of values is sorted by, largest first. `money` is paid and held money. */
export const topOrders = ["clicks", "money", "links", "creators", "devices", "newest"] as const;
export type TopOrder = (typeof topOrders)[number];

export const MAX_TOP_VALUES = 500;
/** The default span of time, in days. */
export const TOP_DAYS = 7;

/**
 * `verdict` is any by default, so that paid clicks are counted beside refused ones. `with` and `value` count
 * only clicks with this value of another kind, such as the creators of one AS.
 */
export const topClicksQuerySchema = clickFilterSchema
  .omit({ signal: true, appealed: true })
  .extend({
    verdict: z.enum(verdictFilters).default("any"),
    by: z.enum(topKinds),
    with: z.enum(topKinds).optional(),
    value: z.string().min(1).max(300).optional(),
    sort: z.enum(topOrders).default("clicks"),
    limit: z.coerce
      .number({ error: "limit must be a whole number" })
      .int({ error: "limit must be a whole number" })
      .min(1, { error: "limit must be at least 1" })
      .max(MAX_TOP_VALUES, { error: `limit must be at most ${MAX_TOP_VALUES}` })
      .default(30),
  })
  .refine((query) => (query.with === undefined) === (query.value === undefined), {
    error: "with and value must be given together",
    path: ["value"],
  });
export type TopClicksQuery = z.infer<typeof topClicksQuerySchema>;

export const topValueSchema = z.object({
  value: z.string(),
  /** Counted clicks with this value; `counted` says which clicks were counted. */
  clicks: z.int(),
  /** Share of all counted clicks, in percent. */
  percent: z.number(),
  valid: z.int(),
  invalid: z.int(),
  held: z.int(),
  unpaid: z.int(),
  paidMicros: microsSchema,
  heldMicros: microsSchema,
  /** Number of links, creators and devices with these clicks. */
  links: z.int(),
  creators: z.int(),
  devices: z.int(),
  firstClickedAt: z.iso.datetime(),
  lastClickedAt: z.iso.datetime(),
});

/** `all` clicks of the period, the `newest` of them, or a random `sample` of the stored clicks. */
export const countedHow = ["all", "newest", "sample"] as const;
export type CountedHow = (typeof countedHow)[number];

export const countedSchema = z.object({
  how: z.enum(countedHow),
  /** All counted clicks, including those without a value. */
  clicks: z.int(),
  /** Counted clicks without a value, such as those with erased personal data. */
  withoutValue: z.int(),
  /** Share of the stored clicks that a sample read, in percent; 100 if it is not a sample. */
  percent: z.number(),
  from: z.iso.datetime(),
});

export const topClicksResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(topValueSchema),
  counted: countedSchema,
});
