import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

/**
 * Locks covers that no campaign shows and nobody uploaded since `usedBefore`. Skips covers that
 * another transaction has locked, which may be about to use them.
 */
export async function lockUnusedCovers(
  tx: Tx,
  { usedBefore, limit }: { usedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await tx<{ hash: string }[]>`
    /* covers.lockUnused */
    select c.hash from covers c
    where c.expired_at is null and c.removed_at is null and ${isUnused(tx, usedBefore)}
    order by c.hash limit ${limit} for update of c skip locked`;
  return rows.map(({ hash }) => hash);
}

/**
 * Marks locked covers as expired unless they came into use before they were locked: the statement that locks
 * does not see uses committed while it ran, this one does.
 */
export async function expireCovers(
  tx: Tx,
  { hashes, usedBefore, at }: { hashes: string[]; usedBefore: Date; at: Date },
): Promise<void> {
  await tx`
    /* covers.expire */
    update covers c set expired_at = ${at}
    where c.hash = any (${hashes}) and ${isUnused(tx, usedBefore)}`;
}

function isUnused(db: Queryable, usedBefore: Date) {
  return db`
    not exists (select from campaigns p where p.cover_hash = c.hash)
      and not exists (select from cover_uploads u
        where u.hash = c.hash and u.uploaded_at > ${usedBefore})`;
}

/** Lists expired and removed covers that still have files. */
export async function listLeavingCovers(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db<{ hash: string }[]>`
    /* covers.listLeaving */
    select hash from covers
    where expired_at is not null or (removed_at is not null and cleared_at is null)
    order by hash limit ${limit}`;
  return rows.map(({ hash }) => hash);
}

/** Deletes the row of a cover without files. A removed cover keeps its row, so that its hash is refused. */
export async function finishLeaving(
  tx: Tx,
  { hash, at }: { hash: string; at: Date },
): Promise<void> {
  await tx`
    /* covers.deleteExpired */
    delete from covers where hash = ${hash} and expired_at is not null`;
  await tx`
    /* covers.markCleared */
    update covers set cleared_at = ${at}
    where hash = ${hash} and removed_at is not null and cleared_at is null`;
}

/** Marks a cover as removed by an operator. */
export async function markRemoved(
  tx: Tx,
  { hash, at, reason }: { hash: string; at: Date; reason: string },
): Promise<void> {
  await tx`
    /* covers.markRemoved */
    update covers set removed_at = ${at}, removed_reason = ${reason} where hash = ${hash}`;
}

export type CoverUse = { campaignId: CampaignId; name: string; developerId: UserId };

/** Removes a cover from all campaigns that show it, and returns these campaigns. */
export async function takeCoverOff(tx: Tx, hash: string): Promise<CoverUse[]> {
  await tx`
    /* covers.lockUses */
    select from campaigns where cover_hash = ${hash} order by id for no key update`;
  return tx<CoverUse[]>`
    /* covers.takeOff */
    update campaigns set cover_hash = null, cover_alt = '' where cover_hash = ${hash}
    returning id as "campaignId", name, developer_id as "developerId"`;
}

/** Removes the covers of a user's campaigns and the user's uploads; the job deletes files that are then unused. */
export async function deleteUserCovers(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    /* covers.clearCampaigns */
    update campaigns set cover_hash = null, cover_alt = ''
    where developer_id = ${userId} and cover_hash is not null`;
  await tx`/* covers.deleteUploads */ delete from cover_uploads where user_id = ${userId}`;
}
