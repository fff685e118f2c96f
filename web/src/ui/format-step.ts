import type { SeriesStep } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { createDateFormat } from "./format";

const day = createDateFormat({ month: "short", day: "numeric" });
const hour = createDateFormat({
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Label of a step by its start, in the viewer's time zone. */
export function formatStep(at: string, step: SeriesStep): string {
  return (step === "day" ? day : hour)(new Date(at));
}

/** Formats a percentage: `36.67%`, or `N/A` if null. */
export function percent(of: number | null): string {
  return of === null ? t`N/A` : `${of}%`;
}
