import type { ClickCounts } from "@fairclick/core/campaigns/campaign";
import type { SeriesStep } from "@fairclick/core/clicks/stats";
import { formatCount, t } from "@fairclick/core/language/t";
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

/** Share of valid clicks among those with a final verdict, or `–` without any. */
export function validShare(clicks: ClickCounts): string {
  const judged = clicks.total - clicks.pending - clicks.held;
  return judged > 0 ? `${Math.round((clicks.valid / judged) * 100)}%` : "–";
}

/** Describes how a sum differs from the previous one: `+20%`, `-5%`, `±0%`, or `new` if that was 0. */
export function compareSums(now: number, before: number): string {
  if (before === 0) return now === 0 ? "" : t`new`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "±0%";
  return `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))}%`;
}
