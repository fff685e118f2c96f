import { plural } from "@fairclick/core/language/t";
/** Note below a count of conversions: the pending ones, or the event that is counted. */
export function conversionNote({ waiting, conversion }: { waiting: number; conversion: string }) {
  if (waiting === 0) return conversion;
  return plural(waiting, "# pending", "# pending");
}
