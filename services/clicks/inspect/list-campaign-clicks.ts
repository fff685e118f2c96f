import type { CampaignClicksQuery } from "@fairclick/core/clicks/campaign-clicks";
import type { CampaignId } from "@fairclick/core/ids";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import type { CampaignClickRow } from "@fairclick/sql/clicks/read-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import type { Ctx } from "../../context";
import type { Page } from "../../read-page";
import { readClickCursor, writeClickCursor } from "./click-cursor";
import { readCampaignClicks, resolveCampaignFilter } from "./read-campaign-clicks";

const DEFAULT_LIMIT = 50;
/** Max clicks that a page looks through. */
const PAGE_SCAN = 100_000;

/**
 * Lists the clicks of the caller's own campaign, newest first. A page can have fewer clicks than
 * `limit`, or none, and still a next page: one page looks through a limited number of clicks for
 * those that match. Throws `validation` for a bad cursor.
 */
export async function listClicksOfOwnCampaign(
  ctx: Ctx,
  { id, cursor, limit = DEFAULT_LIMIT, ...filter }: CampaignClicksQuery & { id: CampaignId },
): Promise<Page<CampaignClickRow>> {
  await getOwnCampaign(ctx, id);
  const before = cursor === undefined ? null : readClickCursor(cursor);
  const wanted = resolveCampaignFilter(id, filter, ctx.now());
  const { rows, next } = await withTx(
    ctx.db,
    (tx) => readCampaignClicks(tx, { ...wanted, before, limit: limit + 1, maxScanned: PAGE_SCAN }),
    limitedRead,
  );
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : next;
  return { items, nextCursor: last ? writeClickCursor(last) : null };
}
