import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { ListedClickRow } from "@fairclick/sql/clicks/flagged-clicks";

export function presentListedClick(
  row: Omit<ListedClickRow, "verdict"> & { verdict: Verdict },
): ListedClick {
  return {
    id: row.id,
    clickedAt: row.clickedAt.toISOString(),
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    creatorId: row.creatorId,
    creatorName: row.creatorName,
    linkCode: row.linkCode,
    address: row.address,
    country: row.country,
    verdict: row.verdict,
    reason: row.reason,
    signals: row.signals,
    priceMicros: row.priceMicros.toString(),
    paidMicros: row.paidMicros.toString(),
    appeal: row.appeal,
  };
}
