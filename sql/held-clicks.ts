import type { CampaignId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "./client";

/** Campaigns with clicks that were recorded before then and still wait for an operator. */
export async function listCampaignsWithHeldClicks(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: CampaignId }[]> {
  return db<{ id: CampaignId }[]>`
    /* heldClicks.listCampaigns */
    select h.campaign_id as id from held_claims h
    where h.clicks > 0 and exists (
      select from clicks c
      where c.campaign_id = h.campaign_id and c.verdict = 'held' and c.recorded_at < ${before}
    )
    order by h.campaign_id limit ${limit}`;
}

/**
 * Refuses held clicks of a campaign whose escrow is locked, oldest first, gives up what they had
 * claimed of it, and counts them anew. Gives how many there were.
 */
export async function refuseHeldClicks(
  tx: Tx,
  { campaignId, before, limit }: { campaignId: CampaignId; before: Date; limit: number },
): Promise<number> {
  const [row] = await tx<{ clicks: number }[]>`
    /* heldClicks.refuse */
    with waiting as (
      select id, clicked_at from clicks
      where campaign_id = ${campaignId} and verdict = 'held' and recorded_at < ${before}
      order by recorded_at limit ${limit}
    ),
    refused as materialized (
      select creator_id, date_trunc('hour', clicked_at, 'UTC') as hour, reason
      from refuse_held_clicks(
        array(select id from waiting order by id), array(select clicked_at from waiting order by id)
      )
    ),
    counted as materialized (
      select creator_id, hour, reason, count(*) as clicks from refused group by creator_id, hour, reason
    ),
    taken_off as (
      update click_rollups r set clicks = r.clicks - c.clicks from counted c
      where r.campaign_id = ${campaignId} and r.creator_id = c.creator_id and r.hour = c.hour
        and r.verdict = 'held' and r.reason = c.reason
    ),
    put_on as (
      insert into click_rollups as total (campaign_id, creator_id, hour, verdict, reason, clicks, paid_micros)
      select ${campaignId}::uuid, creator_id, hour, 'invalid', reason, clicks, 0 from counted
      on conflict (campaign_id, creator_id, hour, verdict, reason) do update
      set clicks = total.clicks + excluded.clicks
    ),
    given_up as (
      update held_claims h set clicks = h.clicks - n.clicks, micros = h.micros - n.clicks * c.payout_micros
      from (select count(*) as clicks from refused) n, campaigns c
      where h.campaign_id = ${campaignId} and c.id = h.campaign_id and n.clicks > 0
    )
    select count(*)::int as clicks from refused`;
  return row?.clicks ?? 0;
}
