import type { Fragment, Queryable } from "../db/client";
import type { Span } from "./flagged-clicks";

/**
 * Matches the clicks `c` of a link in a span. Together with `newestOfLink`, Postgres can only use the index
 * on links. Otherwise, for a link with most of a day's clicks, it would read the whole campaign.
 */
export function isOfLink(
  db: Queryable,
  { campaignId, creatorId }: { campaignId: Fragment; creatorId: Fragment },
  { from, to }: Span,
) {
  return db`
    (c.campaign_id, c.creator_id, c.clicked_at) >= (${campaignId}, ${creatorId}, ${from})
    and (c.campaign_id, c.creator_id, c.clicked_at) < (${campaignId}, ${creatorId}, ${to})
    and c.clicked_at >= ${from} and c.clicked_at < ${to}`;
}

export function newestOfLink(db: Queryable) {
  return db`order by c.campaign_id desc, c.creator_id desc, c.clicked_at desc`;
}
