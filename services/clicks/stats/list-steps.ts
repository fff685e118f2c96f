import type { SeriesQuery, SeriesStep } from "@fairclick/core/clicks/stats";

/**
 * Returns the start of each step, oldest first, and the end of the last. Days are calendar days:
 * they have 23 or 25 hours where clocks change.
 */
export function listSteps({ from, to, step, timeZone }: SeriesQuery): Date[] {
  const end = Date.parse(to);
  let at = startOfStep(Temporal.Instant.from(from).toZonedDateTimeISO(timeZone), step);
  const steps = [at];
  while (at.epochMilliseconds < end) {
    const next = at.add(step === "day" ? { days: 1 } : { hours: 1 });
    at = step === "day" ? next.startOfDay() : next;
    steps.push(at);
  }
  return steps.map(({ epochMilliseconds }) => new Date(epochMilliseconds));
}

function startOfStep(at: Temporal.ZonedDateTime, step: SeriesStep): Temporal.ZonedDateTime {
  return step === "day"
    ? at.startOfDay()
    : at.round({ smallestUnit: "hour", roundingMode: "floor" });
}

type Days = {
  /** Calendar dates such as `2026-11-21`, oldest first. */
  names: string[];
  /** The start of each day, and the end of the last. */
  steps: Date[];
};

type Time = { from: Date; to: Date; timeZone: string };

/** Returns the calendar days from the one of `from` to the one of `to`, in the time zone. */
export function listDays({ from, to, timeZone }: Time): Days {
  const after = new Date(to.getTime() + 1).toISOString();
  const steps = listSteps({ from: from.toISOString(), to: after, step: "day", timeZone });
  const names = steps.slice(0, -1).map((at) => inZone(at, timeZone).toPlainDate().toString());
  return { names, steps };
}

/** Returns the last `days` calendar days, including today. */
export function listLastDays(now: Date, { days, timeZone }: { days: number; timeZone: string }) {
  const from = inZone(now, timeZone).subtract({ days: days - 1 });
  return listDays({ from: new Date(from.epochMilliseconds), to: now, timeZone });
}

function inZone(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}
