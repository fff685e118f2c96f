import type { SeriesStep } from "@fairclick/core/schemas/stats-series";

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const hour = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A step of a series by its beginning, in the viewer's own zone. */
export function formatStep(at: string, step: SeriesStep): string {
  return (step === "day" ? day : hour).format(new Date(at));
}
