import { t } from "@fairclick/core/language/t";
import type { RefundSource } from "@fairclick/core/money/refunds";
import { formatDay } from "./format";

/** `To visa ending in 4242, paid Nov 2, 2026` */
export function describeSource({ card, paidAt }: Pick<RefundSource, "card" | "paidAt">): string {
  const day = formatDay(paidAt);
  if (!card?.last4) return t`To how you paid on ${day}`;
  return card.brand
    ? t`To ${card.brand} ending in ${card.last4}, paid ${day}`
    : t`To card ending in ${card.last4}, paid ${day}`;
}
