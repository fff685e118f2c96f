import type { CampaignId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { recountClicks } from "./recount-clicks";

/** Lists campaigns with held clicks that were recorded before `before`, sorted by id. */
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
 * Changes a campaign's held clicks that were recorded before `before` to invalid, oldest first,
 * releases their claims on the escrow and updates the counters. Returns the number of changed
 * clicks. The escrow must be locked.
 */
export async function invalidateHeldClicks(
  tx: Tx,
  { campaignId, before, limit }: { campaignId: CampaignId; before: Date; limit: number },
): Promise<number> {
  const waiting = await tx<{ id: string; clickedAt: Date; creatorId: string; reason: string }[]>`
    /* heldClicks.listWaiting */
    select id, clicked_at as "clickedAt", creator_id as "creatorId", reason from clicks
    where campaign_id = ${campaignId} and verdict = 'held' and recorded_at < ${before}
    order by recorded_at limit ${limit}`;
  if (waiting.length === 0) return 0;
  const changed = await tx`
    /* heldClicks.invalidate */
    select from invalidate_held_clicks(
      ${waiting.map(({ id }) => id)}::uuid[],
      ${waiting.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[]
    )`;
  if (changed.count !== waiting.length) throw new Error("A held click was decided concurrently");
  await recountClicks(
    tx,
    waiting.map(({ id, reason, ...click }) => ({
      ...click,
      clickId: id,
      campaignId,
      before: { verdict: "held", reason, micros: 0n },
      after: { verdict: "invalid", reason, micros: 0n },
    })),
  );
  await releaseClaims(tx, { campaignId, clicks: waiting.length });
  return waiting.length;
}

/** Subtracts held clicks from a campaign's claims. The campaign's escrow must be locked. */
export async function releaseClaims(
  tx: Tx,
  { campaignId, clicks }: { campaignId: string; clicks: number },
): Promise<void> {
  await tx`
    /* heldClicks.releaseClaims */
    update held_claims h set clicks = h.clicks - ${clicks}, micros = h.micros - ${clicks} * c.payout_micros
    from campaigns c where h.campaign_id = ${campaignId} and c.id = h.campaign_id`;
}
