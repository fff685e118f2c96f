import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

/** Condition: the campaign is over and every click before its end is judged. Clicks after it may still arrive. */
function isOver(db: Queryable, watermark: Date) {
  return db`
    c.funded_at is not null and c.released_at is null and c.ends_at <= ${watermark}
    and not exists (
      select from pending_clicks p where p.campaign_id = c.id and p.clicked_at < c.ends_at
    )`;
}

/** Condition: no click is held, so nothing of a campaign that is over can still be paid. */
function holdsNothing(db: Queryable) {
  return db`not exists (select from held_claims h where h.campaign_id = c.id and h.clicks > 0)`;
}

/** What the escrow has above the claims of held clicks. */
function unclaimed(db: Queryable) {
  return db`
    (select a.balance_micros from ledger_accounts a where a.kind = 'escrow' and a.owner_id = c.id)
    - coalesce((select h.micros from held_claims h where h.campaign_id = c.id), 0)`;
}

/** Lists campaigns that are over and have something to release, or nothing more to pay. */
export async function listReleasableCampaigns(
  db: Queryable,
  { watermark, limit }: { watermark: Date; limit: number },
): Promise<{ id: CampaignId; developerId: UserId }[]> {
  return db<{ id: CampaignId; developerId: UserId }[]>`
    /* escrowReleases.listReleasable */
    select c.id, c.developer_id from campaigns c
    where ${isOver(db, watermark)} and (${holdsNothing(db)} or ${unclaimed(db)} > 0)
    order by c.ends_at, c.id limit ${limit}`;
}

/**
 * Returns what a campaign that is over can release: its escrow without the claims of held clicks. Null if
 * it is not over. The escrow must be locked.
 */
export async function findUnclaimed(
  tx: Tx,
  { id, watermark }: { id: CampaignId; watermark: Date },
): Promise<bigint | null> {
  const [row] = await tx<{ micros: bigint }[]>`
    /* escrowReleases.findUnclaimed */
    select (${unclaimed(tx)})::bigint as micros from campaigns c
    where c.id = ${id} and ${isOver(tx, watermark)}`;
  return row?.micros ?? null;
}

/**
 * Lists what a developer's campaigns hold without the claims of held clicks, and without the most that pending
 * clicks can cost: twice the highest price, as a fee is at most the price. The escrows must be locked.
 */
export async function listUnspent(
  tx: Tx,
  developerId: UserId,
): Promise<{ id: CampaignId; micros: bigint }[]> {
  return tx<{ id: CampaignId; micros: bigint }[]>`
    /* escrowReleases.listUnspent */
    select id, micros from (
      select c.id, (${unclaimed(tx)} - 2 * (
        (select count(*) from pending_clicks p where p.campaign_id = c.id)
        * (select max(r.payout_micros) from campaign_prices r where r.campaign_id = c.id)
      ))::bigint as micros
      from campaigns c
      where c.developer_id = ${developerId} and c.funded_at is not null and c.released_at is null
    ) unspent
    where micros > 0 order by id`;
}

/** Marks the campaign as released. Returns false if it was released already, or can still pay. */
export async function markReleased(
  tx: Tx,
  { id, watermark, at }: { id: CampaignId; watermark: Date; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* escrowReleases.markReleased */
    update campaigns c set released_at = ${at}
    where c.id = ${id} and ${isOver(tx, watermark)} and ${holdsNothing(tx)}`;
  return updated.count === 1;
}
