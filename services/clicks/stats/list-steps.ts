import type { SeriesQuery, SeriesStep } from "@fairclick/core/clicks/stats-series-schema";

/**
 * The moments at which the steps of a time begin, oldest first, and the one at which the last ends.
 * Days are the calendar's: where clocks change they have 23 or 25 hours.
 */
export function listSteps({ from, to, step, timeZone }: SeriesQuery): Date[] {
  const end = Date.parse(to);
  let at = startOf(Temporal.Instant.from(from).toZonedDateTimeISO(timeZone), step);
  const steps = [at];
  while (at.epochMilliseconds < end) {
    const next = at.add(step === "day" ? { days: 1 } : { hours: 1 });
    at = step === "day" ? next.startOfDay() : next;
    steps.push(at);
  }
  return steps.map(({ epochMilliseconds }) => new Date(epochMilliseconds));
}

function startOf(at: Temporal.ZonedDateTime, step: SeriesStep): Temporal.ZonedDateTime {
  return step === "day"
    ? at.startOfDay()
    : at.round({ smallestUnit: "hour", roundingMode: "floor" });
}

type Days = {
  /** As a calendar has them, `2026-11-21`, oldest first. */
  names: string[];
  /** The moments at which they begin, and the one at which the last ends. */
  steps: Date[];
};

type Time = { from: Date; to: Date; timeZone: string };

/** The days of a time zone from the one in which `from` lies to the one in which `to` does. */
export function listDays({ from, to, timeZone }: Time): Days {
  const after = new Date(to.getTime() + 1).toISOString();
  const steps = listSteps({ from: from.toISOString(), to: after, step: "day", timeZone });
  const names = steps.slice(0, -1).map((at) => inZone(at, timeZone).toPlainDate().toString());
  return { names, steps };
}

/** The last so many days, today included. */
export function listLastDays(now: Date, { days, timeZone }: { days: number; timeZone: string }) {
  const from = inZone(now, timeZone).subtract({ days: days - 1 });
  return listDays({ from: new Date(from.epochMilliseconds), to: now, timeZone });
}

function inZone(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}
