import { microsFromDollars } from "../amounts";
import { parseClickId } from "../campaigns/destination";

const MINUTE_MS = 60_000;

/** A conversion counts up to this many days after its click. */
export const CONVERSION_DAYS = 30;
/** Tolerated clock difference of game servers. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

export type Report = {
  clickId: string;
  event: string;
  value?: number | undefined;
  at?: string | undefined;
  player?: string | undefined;
};

export const refusalReasons = [
  "bad_click_id",
  "bad_value",
  "bad_time",
  "unknown_event",
  "unknown_click",
  "other_campaign",
  "late",
  "no_retention_day",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Messages about refused reports, for the developer who sent them. */
export const refusalMessages: Record<RefusalReason, string> = {
  bad_click_id: "This is not a click id.",
  bad_value: "value must be an amount in dollars from 0 to 999999 with at most six decimals.",
  bad_time: "at must be a time after the click and not in the future.",
  unknown_event: "This campaign has no event with this name.",
  unknown_click:
    "No click has this id. A click from a moment ago may not be recorded yet: try again.",
  other_campaign: "This click belongs to another campaign.",
  late: `This happened more than ${CONVERSION_DAYS} days after the click.`,
  no_retention_day: "A return counts only on day 1 and day 7 after the click.",
};

/** A report after the checks that do not depend on the click. */
export type ReadReport = {
  clickId: string;
  clickedAt: Date;
  event: string;
  at: Date;
  valueMicros: bigint | null;
  /** The game's own id of the player; null if the report names none. */
  player: string | null;
};

export type Refusal = { ok: false; reason: RefusalReason };

/**
 * Checks everything about a report that does not depend on the click. `ownEvents` are the events that
 * the developer defined.
 */
export function readReport(
  report: Report,
  { ownEvents, now }: { ownEvents: ReadonlySet<string>; now: Date },
): { ok: true; report: ReadReport } | Refusal {
  const click = parseClickId(report.clickId);
  if (!click) return refuse("bad_click_id");
  const valueMicros = report.value === undefined ? null : microsFromDollars(report.value);
  if (report.value !== undefined && valueMicros === null) return refuse("bad_value");
  const at = report.at === undefined ? now : new Date(report.at);
  const sinceClickMs = at.getTime() - click.clickedAt.getTime();
  if (Number.isNaN(sinceClickMs) || at.getTime() > now.getTime() + CLOCK_SKEW_MS) {
    return refuse("bad_time");
  }
  if (sinceClickMs < -CLOCK_SKEW_MS) return refuse("bad_time");
  if (sinceClickMs > CONVERSION_DAYS * 24 * 60 * MINUTE_MS) return refuse("late");
  const event = nameEvent(report.event, { clickedAt: click.clickedAt, at, ownEvents });
  if (typeof event !== "string") return event;
  return { ok: true, report: { ...click, event, at, valueMicros, player: report.player ?? null } };
}

function nameEvent(
  event: string,
  { clickedAt, at, ownEvents }: { clickedAt: Date; at: Date; ownEvents: ReadonlySet<string> },
): string | Refusal {
  if (event === RETURNED) {
    const day = findRetentionDay(clickedAt, at);
    return day === null ? refuse("no_retention_day") : returnEvents[day];
  }
  return isReportable(event, ownEvents) ? event : refuse("unknown_event");
}

/** Whether a campaign with these own events accepts reports of `event`. */
export function isReportable(event: string, ownEvents: ReadonlySet<string>): boolean {
  return event === JOINED || event === RETURNED || ownEvents.has(event);
}

/** Whether a developer may use this name for an event. */
export function isOwnEventName(name: string): boolean {
  return eventNamePattern.test(name) && !builtInEvents.includes(name);
}

function refuse(reason: RefusalReason): Refusal {
  return { ok: false, reason };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The player arrived in the game. Every campaign has this event. */
export const JOINED = "joined";
/** A player came back. Games report every return; we determine its retention day. */
export const RETURNED = "returned";

export const retentionDays = [1, 7] as const;
export type RetentionDay = (typeof retentionDays)[number];

export const returnEvents = { 1: "returned_day_1", 7: "returned_day_7" } as const satisfies Record<
  RetentionDay,
  string
>;

const builtInEvents: readonly string[] = [JOINED, RETURNED, ...Object.values(returnEvents)];

export const MAX_OWN_EVENTS = 20;
const eventNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Returns the retention day of a return, or null if it falls on none. Day n is the 24 hours that begin
 * n days after the click.
 */
function findRetentionDay(clickedAt: Date, at: Date): RetentionDay | null {
  const day = Math.floor((at.getTime() - clickedAt.getTime()) / DAY_MS);
  return retentionDays.find((each) => each === day) ?? null;
}

/** Returns the last UTC day (`2026-01-31`) on which all clicks have completed this retention day. */
export function lastCompleteDay(retentionDay: RetentionDay, now: Date): string {
  return new Date(now.getTime() - (retentionDay + 2) * DAY_MS).toISOString().slice(0, 10);
}

/** Players who arrived through clicks with a complete retention day, and how many of them came back. */
export type Retention = { arrived: number; returned: number };

/** Returns `part` as a percentage of `whole` with two decimals, at most 100. Null if `whole` is 0. */
export function computePercent(part: bigint | number, whole: bigint | number): number | null {
  const [a, b] = [BigInt(part), BigInt(whole)];
  if (b <= 0n) return null;
  return Math.min(100, Number((a * 10_000n + b / 2n) / b) / 100);
}

/** Minimum arrivals for a tier: with fewer, a single player changes the share too much. */
export const ENOUGH_ARRIVALS = 50;
const LOW_PERCENT = 3;
const GOOD_PERCENT = 10;

export const retentionTiers = ["unknown", "under_3", "from_3_to_10", "above_10"] as const;
export type RetentionTier = (typeof retentionTiers)[number];

/** Returns the tier of a day 1 retention; `unknown` with fewer than `ENOUGH_ARRIVALS` arrivals. */
export function retentionTier({
  arrived,
  returned,
}: Pick<Retention, "arrived" | "returned">): RetentionTier {
  const percent = computePercent(returned, arrived);
  if (percent === null || arrived < ENOUGH_ARRIVALS) return "unknown";
  if (percent < LOW_PERCENT) return "under_3";
  return percent <= GOOD_PERCENT ? "from_3_to_10" : "above_10";
}
