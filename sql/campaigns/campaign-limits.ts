import type { SpendingLimits } from "@fairclick/core/campaigns/prices";
import type { CampaignId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type NewLimits = SpendingLimits & { campaignId: CampaignId; from: Date };

/**
 * Writes the limits that apply from a time on, or from just after the newest ones if these are not
 * older. The campaign must be locked.
 */
export async function insertLimits(tx: Tx, limits: NewLimits): Promise<void> {
  const { campaignId, from, dailyCapMicros, creatorCapMicros } = limits;
  await tx`
    /* campaignLimits.insertLimits */
    insert into campaign_limits (campaign_id, from_at, daily_cap_micros, creator_cap_micros)
    select ${campaignId}, greatest(${from}, max(from_at) + interval '1 millisecond'),
      ${dailyCapMicros}, ${creatorCapMicros}
    from campaign_limits where campaign_id = ${campaignId}`;
}

/** Joins the newest limits of campaigns `c`, as `limits`. */
export function joinLimits(db: Queryable) {
  return db`
    left join lateral (
      select daily_cap_micros, creator_cap_micros from campaign_limits
      where campaign_id = c.id order by from_at desc limit 1
    ) limits on true`;
}

/** Columns of `SpendingLimits`, of what `joinLimits` joins. */
export function limitColumns(db: Queryable) {
  return db`limits.daily_cap_micros as "dailyCapMicros",
    limits.creator_cap_micros as "creatorCapMicros"`;
}

/** Returns a campaign's newest limits. */
export async function getLimits(db: Queryable, campaignId: CampaignId): Promise<SpendingLimits> {
  const [row] = await db<SpendingLimits[]>`
    /* campaignLimits.getLimits */
    select ${limitColumns(db)} from campaigns c ${joinLimits(db)} where c.id = ${campaignId}`;
  if (!row) throw new Error(`There is no campaign ${campaignId}`);
  return row;
}
