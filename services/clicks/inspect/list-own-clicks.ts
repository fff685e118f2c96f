import type { OwnClicksQuery } from "@fairclick/core/clicks/campaign-clicks";
import type { CampaignId } from "@fairclick/core/ids";
import { listOwnClicks, type OwnClickRow } from "@fairclick/sql/clicks/read-clicks";
import { getOwnLink } from "../../campaigns/get-own-link";
import type { Ctx } from "../../context";
import { type Page, readPage } from "../../read-page";
import { readClickCursor, writeClickCursor } from "./click-cursor";

/**
 * Lists the clicks of the caller's own link, newest first, from the cursor on. Throws `validation`
 * for a bad cursor.
 */
export async function listClicksOfOwnLink(
  ctx: Ctx,
  { campaignId, cursor, limit, verdict }: OwnClicksQuery & { campaignId: CampaignId },
): Promise<Page<OwnClickRow>> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  const before = cursor === undefined ? null : readClickCursor(cursor);
  const page = { campaignId, creatorId, verdict: verdict ?? null, before };
  return readPage(
    { limit },
    {
      read: (count) => listOwnClicks(ctx.db.sql, { ...page, limit: count }),
      toCursor: writeClickCursor,
    },
  );
}
