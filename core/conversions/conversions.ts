import { z } from "zod";
import { keyNameSchema } from "../accounts/keys";
import { dollarsSchema } from "../amount-schema";
import { wilson } from "../clicks/rule-trials";
import { t } from "../language/t";
import { countSchema, itemResponse, timeSchema } from "../schemas";
import {
  isOwnEventName,
  JOINED,
  MAX_OWN_EVENTS,
  refusalReasons,
  retentionTiers,
  returnEvents,
} from "./report";

/** No person follows a link and is in a game sooner. An earlier report does not prove a player. */
export const MIN_JOIN_MS = 5_000;

/**
 * A player who joins later did not come straight from the click. Otherwise the id of a refused
 * click could be kept and handed to a regular player of the game.
 */
const MAX_JOIN_MS = 3_600_000;

const MAX_PLAYER_LENGTH = 100;

type Arrival = { event: string; clickedAt: Date; at: Date; receivedAt: Date };

/** Whether a report proves that a player arrived by the click. `receivedAt` is our clock. */
export function isArrival({ event, clickedAt, at, receivedAt }: Arrival): boolean {
  const click = clickedAt.getTime();
  return (
    event === JOINED &&
    receivedAt.getTime() - click >= MIN_JOIN_MS &&
    at.getTime() - click <= MAX_JOIN_MS
  );
}

const dayEvents: readonly string[] = Object.values(returnEvents);

/** Whether an event is a return that falls on a retention day, at least 24 hours after the click. */
export function isReturn(event: string): boolean {
  return dayEvents.includes(event);
}

export const MAX_REPORTS = 1_000;

const reportSchema = z.object({
  /** The click id as the game received it, with or without `fc_`; `test` checks the setup. */
  clickId: z.string({ error: "clickId is required" }).trim().min(1).max(100),
  event: z.string({ error: "event is required" }).trim().min(1).max(100),
  /** In dollars. */
  value: z.number().optional(),
  /** ISO 8601; defaults to now. */
  at: z.iso.datetime({ offset: true }).optional(),
  /**
   * The game's own id of the player, always the same for one player. We store only a keyed hash. Without
   * it, a return cannot prove that a refused click was a person.
   */
  player: z.string().trim().min(1).max(MAX_PLAYER_LENGTH).optional(),
});

/** One report, or a list of up to 1,000. */
export const reportsRequestSchema = z.union([
  reportSchema,
  z
    .array(reportSchema)
    .min(1, { error: "The list is empty" })
    .max(MAX_REPORTS, { error: `Send at most ${MAX_REPORTS} reports at once` }),
]);

export const reportResultSchema = z.object({
  clickId: z.string(),
  event: z.string(),
  /**
   * An `accepted` report counts once and as long as its click is valid. The answer does not say whether
   * it is: games report players of refused clicks like all others.
   */
  status: z.enum(["accepted", "duplicate", "test", "refused"]),
  reason: z.enum(refusalReasons).nullable(),
  message: z.string().nullable(),
});
export type ReportResult = z.infer<typeof reportResultSchema>;

export const reportsResponseSchema = z.object({
  status: z.literal("success"),
  accepted: z.number().int(),
  refused: z.number().int(),
  /** In the order of the request. */
  results: z.array(reportResultSchema),
});

export const newKeySchema = z.object({ name: keyNameSchema.meta({ example: "Game server" }) });

export const campaignKeySchema = z.object({
  id: z.string(),
  name: z.string().meta({ example: "Game server" }),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
});
export type CampaignKey = z.input<typeof campaignKeySchema>;

/** `token` is shown only once. */
export const newKeyResponseSchema = itemResponse(
  campaignKeySchema.extend({
    token: z.string().meta({ example: "fcc_3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM" }),
  }),
);

const ownEventName = z
  .string()
  .trim()
  .refine(isOwnEventName, {
    error: () =>
      t`Event names contain lower-case letters, digits and underscores, begin with a letter, and cannot be joined or returned`,
  });

export const eventsRequestSchema = z
  .object({
    /** Your own events; `joined` and `returned` always exist. */
    own: z.array(ownEventName).max(MAX_OWN_EVENTS, {
      error: () => t`A campaign has at most ${MAX_OWN_EVENTS} events of its own`,
    }),
    conversion: z.string({ error: () => t`Choose the event that counts as the conversion` }).trim(),
  })
  .refine(({ own, conversion }) => conversion === JOINED || own.includes(conversion), {
    error: () => t`The conversion must be one of the events`,
    path: ["conversion"],
  });

const eventCountSchema = z.object({
  event: z.string(),
  conversions: countSchema,
  value: dollarsSchema,
});

const retentionSchema = z.object({
  day: z.union([z.literal(1), z.literal(7)]),
  /** Players with a complete retention day. */
  arrived: z.number().int(),
  returned: z.number().int(),
  percent: z.number().nullable(),
});

const figures = {
  conversion: z.string(),
  conversions: countSchema,
  /** Conversions per hundred valid clicks; null without valid clicks. */
  conversionRate: z.number().nullable(),
  value: dollarsSchema,
  /** Reported conversions of pending clicks. */
  waiting: countSchema,
  events: z.array(eventCountSchema),
  retention: z.array(retentionSchema),
  retentionTier: z.enum(retentionTiers),
};

export const campaignConversionsSchema = z.object({
  ...figures,
  ownEvents: z.array(z.string()),
  /** Players who came by clicks that the campaign did not pay for: it was paused, spent or at a limit. */
  freePlayers: countSchema,
  costPerConversion: dollarsSchema.nullable(),
  keys: z.array(campaignKeySchema),
  creators: z.array(
    z.object({
      userId: z.string(),
      username: z.string(),
      impressions: countSchema,
      validClicks: countSchema,
      conversions: countSchema,
      conversionRate: z.number().nullable(),
      value: dollarsSchema,
      retention: retentionSchema,
      retentionTier: z.enum(retentionTiers),
    }),
  ),
  /** Latest report of the developer's servers, including tests; null if there was none. */
  latest: z
    .object({
      event: z.string(),
      at: timeSchema,
      test: z.boolean(),
      key: z.string().nullable(),
    })
    .nullable(),
});
export type CampaignConversionsResponse = z.input<typeof campaignConversionsSchema>;

export const linkConversionsSchema = z.object({
  ...figures,
  impressions: countSchema,
  ctr: z.number().nullable(),
});
export type LinkConversionsResponse = z.infer<typeof linkConversionsSchema>;

/** With fewer accepted clicks, a campaign's join rate is not compared. */
export const ENOUGH_RATED_CLICKS = 100;
/** A genre has a median from this many campaigns that report players. */
export const ENOUGH_RATED_CAMPAIGNS = 5;

/**
 * A campaign is far below its genre if even the upper bound of its join rate is under this share of
 * the median. Its game then reports too few of its players: its refused clicks say nothing in
 * favour of a rule and are left out of the rules' figures. Its creators lose nothing.
 */
export const FAR_BELOW_SHARE = 0.25;

/** Whether a campaign's join rate is far below `genreRate`; false if that is unknown. */
export function isFarBelow(
  { clicks, joined }: { clicks: number; joined: number },
  genreRate: number | null,
): boolean {
  if (genreRate === null || clicks < ENOUGH_RATED_CLICKS) return false;
  return wilson(joined, clicks).high < genreRate * FAR_BELOW_SHARE;
}

/** Returns the median; null for fewer than `ENOUGH_RATED_CAMPAIGNS` rates. */
export function medianRate(rates: readonly number[]): number | null {
  if (rates.length < ENOUGH_RATED_CAMPAIGNS) return null;
  const sorted = [...rates].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}
