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
