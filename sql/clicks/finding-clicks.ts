import type { Queryable } from "../db/client";
import { type DecidableClick, decidableColumns } from "./click-decisions";
import type { LinkFinding } from "./link-findings";

type Wanted = {
  finding: LinkFinding;
  action: "approve" | "reject" | "reverse";
  limit: number;
};

/**
 * Lists the clicks of a closed finding that an action still applies to, oldest first: to approve
 * those that were held for its signals only; to reject or reverse the link's held or paid clicks from
 * the first judged one to the closing, without those that were decided one by one.
 */
export async function listClicksOfFinding(
  db: Queryable,
  { finding, action, limit }: Wanted,
): Promise<DecidableClick[]> {
  const { campaignId, creatorId, signals, fromAt, closedAt } = finding;
  const names = signals.map(({ signal }) => signal);
  const applies = {
    approve: db`c.verdict = 'held' and c.reason = any (${names}::text[])`,
    reject: db`c.verdict = 'held'`,
    reverse: db`c.verdict = 'valid' and not exists (
      select from click_decisions d where d.click_id = c.id
    )`,
  };
  return db<DecidableClick[]>`
    /* findingClicks.list */
    select ${decidableColumns(db)} from clicks c
    where c.campaign_id = ${campaignId} and c.creator_id = ${creatorId}
      and c.clicked_at >= ${fromAt} and c.clicked_at <= ${closedAt} and ${applies[action]}
    order by c.clicked_at, c.id limit ${limit}`;
}
