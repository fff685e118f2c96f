import { dollarsFromMicros } from "@fairclick/core/amounts";
import { findNetworkKind } from "@fairclick/core/clicks/addresses";
import type { CampaignClick } from "@fairclick/core/clicks/campaign-clicks";
import { describeCategory } from "@fairclick/core/clicks/reasons";
import type { CampaignClickRow } from "@fairclick/sql/clicks/read-clicks";

/** Describes a click to its campaign's developer: never the evidence, the address or the device. */
export function describeCampaignClick(row: CampaignClickRow): CampaignClick {
  const { id, creatorId, creator, verdict, country, device, transactionId, reversalId, objection } =
    row;
  return {
    id,
    clickedAt: row.clickedAt.toISOString(),
    creatorId,
    creator,
    verdict,
    category: describeCategory(row),
    country,
    device,
    network: findNetworkKind(row),
    price: dollarsFromMicros(row.paidMicros),
    transactionId,
    reversalId,
    objection,
  };
}
