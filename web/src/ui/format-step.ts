import type { SeriesStep } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import type { RefundSource } from "@fairclick/core/money/refunds";
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

/** `To visa ending in 4242, paid 2026-11-02` */
export function describeSource({ card, paidAt }: Pick<RefundSource, "card" | "paidAt">): string {
  const day = paidAt.slice(0, 10);
  if (!card?.last4) return t`To how you paid on ${day}`;
  return card.brand
    ? t`To ${card.brand} ending in ${card.last4}, paid ${day}`
    : t`To card ending in ${card.last4}, paid ${day}`;
}
