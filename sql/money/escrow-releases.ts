import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

/**
 * Condition: every click before the campaign's end is judged and none is held, so nothing more can
 * be paid from its escrow. Clicks after the end may still arrive.
 */
function nothingLeftToPay(db: Queryable, watermark: Date) {
  return db`
    c.funded_at is not null and c.released_at is null and c.ends_at <= ${watermark}
    and not exists (
      select from pending_clicks p where p.campaign_id = c.id and p.clicked_at < c.ends_at
    )
    and not exists (select from held_claims h where h.campaign_id = c.id and h.clicks > 0)`;
}

export async function listReleasableCampaigns(
  db: Queryable,
  { watermark, limit }: { watermark: Date; limit: number },
): Promise<{ id: CampaignId; developerId: UserId }[]> {
  return db<{ id: CampaignId; developerId: UserId }[]>`
    /* escrowReleases.listReleasable */
    select c.id, c.developer_id as "developerId" from campaigns c
    where ${nothingLeftToPay(db, watermark)}
    order by c.ends_at, c.id limit ${limit}`;
}

/** Marks the campaign as released. Returns false if it was released already, or can still pay. */
export async function markReleased(
  tx: Tx,
  { id, watermark, at }: { id: CampaignId; watermark: Date; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* escrowReleases.markReleased */
    update campaigns c set released_at = ${at}
    where c.id = ${id} and ${nothingLeftToPay(tx, watermark)}`;
  return updated.count === 1;
}
