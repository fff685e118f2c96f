import { microsFromDollars } from "../money/micros";
import { parseClickId } from "./click-id";
import {
  builtInEvents,
  eventNamePattern,
  findRetentionDay,
  JOINED,
  RETURNED,
  returnEvents,
} from "./events";

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
  "unknown_link",
  "unknown_link_event",
  "needs_player",
  "more_than_clicks",
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
  unknown_link: "No link of this campaign has this code.",
  unknown_link_event: "Reports about a share link name joined or one of the campaign's own events.",
  needs_player: "A report about a share link needs the player: each player counts once.",
  more_than_clicks: "More players were reported for this link than it has clicks.",
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
