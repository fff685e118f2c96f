import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import { priceAt } from "./prices";

export type ClickCountsRow = {
  pending: bigint;
  valid: bigint;
  invalid: bigint;
  held: bigint;
  unpaid: bigint;
  paidMicros: bigint;
  /** The platform's fees for its valid clicks. */
  feesMicros: bigint;
};

/** The click counters of a campaign or a link, and the moment up to which clicks are judged. */
export type CountedRow = ClickCountsRow & { judgedUpTo: Date | null };

/** Columns of the counters that `joinClickCounts` joins. */
export function countedColumns(db: Queryable) {
  return db`p.pending, n.valid, n.invalid, n.held, n.unpaid, n.paid_micros, n.fees_micros,
    (select watermark from judged_up_to) as judged_up_to`;
}

/** Joins the counters of each campaign `c`, or of each link `l`. */
export function joinClickCounts(db: Queryable, of: "campaign" | "link") {
  const isOwn =
    of === "campaign"
      ? db`k.campaign_id = c.id`
      : db`k.campaign_id = l.campaign_id and k.creator_id = l.creator_id`;
  return db`
    cross join lateral (
      select coalesce(sum(k.valid), 0)::bigint as valid, coalesce(sum(k.invalid), 0)::bigint as invalid,
        coalesce(sum(k.held), 0)::bigint as held, coalesce(sum(k.unpaid), 0)::bigint as unpaid,
        coalesce(sum(k.paid_micros), 0)::bigint as paid_micros,
        coalesce(sum(k.fee_micros), 0)::bigint as fees_micros
      from link_outcomes k where ${isOwn}
    ) n
    cross join lateral (select count(*) as pending from pending_clicks k where ${isOwn}) p`;
}

/** Sums what the pending clicks of a campaign would cost, or those of one creator's link would pay. */
export async function sumPending(
  db: Queryable,
  { campaignId, creatorId }: { campaignId: CampaignId; creatorId: UserId | null },
): Promise<bigint> {
  const price = priceAt(db, db`c.id`, db`p.clicked_at`);
  const [row] = await db<{ micros: bigint }[]>`
    /* clickCounts.sumPending */
    select coalesce(sum(${creatorId ? price : db`click_cost(${price}, c.fee_basis_points)`}), 0)::bigint as micros
    from pending_clicks p join campaigns c on c.id = p.campaign_id
    where p.campaign_id = ${campaignId}
      ${creatorId ? db`and p.creator_id = ${creatorId}` : db``}`;
  return row?.micros ?? 0n;
}
