import { priceAt } from "../campaigns/prices";
import type { Queryable, Tx } from "../db/client";
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
    reverse: isReversible(db),
  };
  return db<DecidableClick[]>`
    /* findingClicks.list */
    select ${decidableColumns(db)} from clicks c
    where c.campaign_id = ${campaignId} and c.creator_id = ${creatorId}
      and c.clicked_at >= ${fromAt} and c.clicked_at <= ${closedAt} and ${applies[action]}
    order by c.clicked_at, c.id limit ${limit}`;
}

function isReversible(db: Queryable) {
  return db`c.verdict = 'valid' and not exists (
    select from click_decisions d where d.click_id = c.id
  )`;
}

export type ReversibleClicks = {
  reversedClicks: number;
  reversedMicros: bigint;
  /** Clicks without a verdict yet, and their prices: once they are paid, they are reversed too. */
  pendingClicks: number;
  pendingMicros: bigint;
};

/**
 * Sums the clicks that a confirmation at a time reverses. Requires the lock of the campaign's escrow:
 * no click is paid or decided until the transaction ends.
 */
export async function sumReversible(
  tx: Tx,
  { finding, at }: { finding: LinkFinding; at: Date },
): Promise<ReversibleClicks> {
  const { campaignId, creatorId, fromAt } = finding;
  const inSpan = tx`c.campaign_id = ${campaignId} and c.creator_id = ${creatorId}
    and c.clicked_at >= ${fromAt} and c.clicked_at <= ${at}`;
  const [row] = await tx<ReversibleClicks[]>`
    /* findingClicks.sumReversible */
    select * from (
      select count(*)::int as "reversedClicks",
        coalesce(sum(c.paid_micros), 0)::bigint as "reversedMicros"
      from clicks c where ${inSpan} and ${isReversible(tx)}
    ) paid, (
      select count(*)::int as "pendingClicks",
        coalesce(sum(${priceAt(tx, tx`c.campaign_id`, tx`c.clicked_at`)}), 0)::bigint as "pendingMicros"
      from pending_clicks c where ${inSpan}
    ) pending`;
  if (!row) throw new Error("A sum returned no row");
  return row;
}
