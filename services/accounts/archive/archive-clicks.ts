import { describeCategory } from "@fairclick/core/clicks/reasons";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { ArchivedRow } from "@fairclick/sql/accounts/archive";
import {
  listOwnClicks,
  type OwnClickPlace,
  type OwnClickRow,
} from "@fairclick/sql/clicks/read-clicks";
import type { Tx } from "@fairclick/sql/db/client";

/** Max clicks of an archive, so that it ends in minutes. */
export const MAX_ARCHIVED_CLICKS = 1_000_000;

type Links = { creatorId: UserId; campaignIds: readonly CampaignId[]; page: number };

/**
 * Reads the clicks on the user's links, per link newest first, in pages: verdict and pay, without
 * data about visitors, which is theirs.
 */
export async function* readArchivedClicks(
  tx: Tx,
  { creatorId, campaignIds, page }: Links,
): AsyncGenerator<ArchivedRow[]> {
  let left = MAX_ARCHIVED_CLICKS;
  for (const campaignId of campaignIds) {
    let before: OwnClickPlace | null = null;
    while (left > 0) {
      const limit = Math.min(page, left);
      const link = { campaignId, creatorId, verdict: null, before };
      const clicks: OwnClickRow[] = await listOwnClicks(tx, { ...link, limit });
      yield clicks.map((click) => toRow(campaignId, click));
      left -= clicks.length;
      before = clicks.at(-1) ?? null;
      if (clicks.length < limit) break;
    }
  }
}

function toRow(campaignId: CampaignId, click: OwnClickRow): ArchivedRow {
  const { id, clickedAt, verdict, paidMicros } = click;
  return { id, campaignId, clickedAt, verdict, why: describeCategory(click), paid: paidMicros };
}
