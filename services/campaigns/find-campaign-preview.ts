import type { CoveredCampaign } from "@fairclick/core/campaigns/covers";
import { isJoinable } from "@fairclick/core/campaigns/status";
import type { CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import type { Db } from "@fairclick/sql/db/client";
import { withTimeout } from "../with-timeout";
import { viewCampaign } from "./campaign-view";

export type CampaignPreview = CoveredCampaign & {
  name: string;
  description: string;
  payoutMicros: bigint;
};

/** Max time that a page waits for its preview (ms). */
const PREVIEW_TIMEOUT_MS = 1_000;

/**
 * Returns what a link preview says of a campaign; null unless creators can join it now. A campaign
 * that waits for review, or that was stopped, is not advertised.
 */
export async function findCampaignPreview(db: Db, id: CampaignId): Promise<CampaignPreview | null> {
  const row = await withTimeout(findCampaign(db.sql, id), PREVIEW_TIMEOUT_MS, "Postgres");
  return row && isJoinable(viewCampaign(row, new Date()).status) ? row : null;
}
