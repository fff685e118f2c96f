import type { Verdict } from "../clicks/signal";
import { microsFromDollars } from "../money/micros";
import { parseClickId } from "./click-id";
import {
  builtInEvents,
  eventNamePattern,
  JOINED,
  RETURNED,
  retentionDayOf,
  returnEvents,
} from "./events";

const MINUTE_MS = 60_000;

/** So long after its click something still counts as brought about by it. */
export const CONVERSION_DAYS = 30;
/** Clocks of game servers may be off by so much. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

export type Report = {
  clickId: string;
  event: string;
  value?: number | undefined;
  at?: string | undefined;
};

export const refusalReasons = [
  "bad_click_id",
  "bad_value",
  "bad_time",
  "unknown_event",
  "unknown_click",
  "other_campaign",
  "not_valid",
  "late",
  "no_retention_day",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why a report was refused, in the words that its sender reads. */
export const refusalMessages: Record<RefusalReason, string> = {
  bad_click_id: "This is not the id of a click.",
  bad_value: "value must be dollars from 0 to 999999 with at most six decimals.",
  bad_time: "at must be a moment after the click that is not in the future.",
  unknown_event: "This campaign has no event of that name.",
  unknown_click:
    "No click has this id. One made a moment ago may not be written down yet: try again.",
  other_campaign: "This click belongs to another campaign.",
  not_valid:
    "This click was not paid, so nothing counts for it. Should it be approved later, this counts then.",
  late: `It happened more than ${CONVERSION_DAYS} days after the click.`,
  no_retention_day: "A return counts on day 1 and on day 7 after the click.",
};

/** A report that can be looked up: what of it does not depend on the click is right. */
export type ReadReport = {
  clickId: string;
  clickedAt: Date;
  event: string;
  at: Date;
  valueMicros: bigint | null;
};

export type Refusal = { ok: false; reason: RefusalReason };

/** Checks what can be told without the click. `ownEvents` are those that the developer has named. */
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
  return { ok: true, report: { ...click, event, at, valueMicros } };
}

function nameEvent(
  event: string,
  { clickedAt, at, ownEvents }: { clickedAt: Date; at: Date; ownEvents: ReadonlySet<string> },
): string | Refusal {
  if (event === RETURNED) {
    const day = retentionDayOf(clickedAt, at);
    return day === null ? refuse("no_retention_day") : returnEvents[day];
  }
  return isReportable(event, ownEvents) ? event : refuse("unknown_event");
}

/** Whether a campaign that has named those events takes reports of this one. */
export function isReportable(event: string, ownEvents: ReadonlySet<string>): boolean {
  return event === JOINED || event === RETURNED || ownEvents.has(event);
}

/** Null where the click takes conversions of that campaign; one that is pending or held takes them for later. */
export function whyNotCounted(
  click: { campaignId: string; verdict: Verdict },
  campaignId: string,
): RefusalReason | null {
  if (click.campaignId !== campaignId) return "other_campaign";
  return click.verdict === "invalid" || click.verdict === "unpaid" ? "not_valid" : null;
}

/** Whether a developer may call an event so. */
export function isOwnEventName(name: string): boolean {
  return eventNamePattern.test(name) && !builtInEvents.includes(name);
}

function refuse(reason: RefusalReason): Refusal {
  return { ok: false, reason };
}
