import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";
import { priceNow } from "./campaigns";
import { freeBudget, isOpen, withMoney } from "./joinable-campaigns";

export type PublicFiguresRow = {
  openCampaigns: number;
  freeMicros: bigint;
  /** Null if no campaign is open. */
  lowestMicros: bigint | null;
  medianMicros: bigint | null;
  highestMicros: bigint | null;
  /** Clicks of the newest open campaigns, and how many creators they have. */
  judged: number;
  valid: number;
  creators: number;
  /** What clicks of all campaigns have paid. */
  paidMicros: bigint;
};

/** Reads the clicks of at most this many campaigns. */
const MAX_CAMPAIGNS = 500;

export async function getPublicFigures(db: Queryable, at: Date): Promise<PublicFiguresRow> {
  const [row] = await db<PublicFiguresRow[]>`
    /* publicFigures.get */
    with open as materialized (
      select c.id, ${priceNow(db)} as price, ${freeBudget(db)} as free,
        row_number() over (order by c.created_at desc, c.id desc) as place
      from ${withMoney(db)}
      join users u on u.id = c.developer_id
      where ${isOpen(db, at)}
    ), clicks as (
      select coalesce(sum(o.valid + o.invalid + o.unpaid), 0)::float8 as judged,
        coalesce(sum(o.valid), 0)::float8 as valid, count(distinct o.creator_id)::int as creators
      from open join link_outcomes o on o.campaign_id = open.id
      where open.place <= ${MAX_CAMPAIGNS} and o.valid + o.invalid + o.unpaid > 0
    )
    select count(*)::int as "openCampaigns", coalesce(sum(free), 0)::bigint as "freeMicros",
      min(price) as "lowestMicros", max(price) as "highestMicros",
      percentile_disc(0.5) within group (order by price) as "medianMicros",
      (select judged from clicks) as judged, (select valid from clicks) as valid,
      (select creators from clicks) as creators,
      (select coalesce(sum(paid_micros), 0)::bigint from link_outcomes) as "paidMicros"
    from open`;
  return requireRow(row, "the public figures");
}
