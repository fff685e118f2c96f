import type { CoveredCampaign } from "@fairclick/core/campaigns/covers";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type CoverRow = {
  hash: string;
  storedAt: Date | null;
  expiredAt: Date | null;
  removedAt: Date | null;
  removedReason: string | null;
};

function columns(db: Queryable) {
  return db`hash, stored_at, expired_at, removed_at,
    removed_reason`;
}

export async function findCover(db: Queryable, hash: string): Promise<CoverRow | null> {
  const [row] = await db<CoverRow[]>`
    /* covers.find */
    select ${columns(db)} from covers where hash = ${hash}`;
  return row ?? null;
}

/** Locks a cover: it can neither expire nor be removed before the transaction ends. Null if it does not exist. */
export async function lockCover(tx: Tx, hash: string): Promise<CoverRow | null> {
  const [row] = await tx<CoverRow[]>`
    /* covers.lock */
    select ${columns(tx)} from covers where hash = ${hash} for share`;
  return row ?? null;
}

type Upload = { userId: UserId; hash: string; at: Date };

/**
 * Records an upload; the cover's files may still have to be stored. Returns false if the account was
 * deleted.
 */
export async function insertUpload(tx: Tx, { userId, hash, at }: Upload): Promise<boolean> {
  await tx`
    /* covers.insert */
    insert into covers (hash, created_at) values (${hash}, ${at}) on conflict (hash) do nothing`;
  const inserted = await tx`
    /* covers.insertUpload */
    insert into cover_uploads (user_id, hash, uploaded_at)
    select id, ${hash}, ${at} from users where id = ${userId} and deleted_at is null for key share
    on conflict (user_id, hash) do update set uploaded_at = excluded.uploaded_at`;
  return inserted.count === 1;
}

/** Marks all files as stored. Returns false if the cover expired or was removed since. */
export async function markStored(
  db: Queryable,
  { hash, at }: { hash: string; at: Date },
): Promise<boolean> {
  const updated = await db`
    /* covers.markStored */
    update covers set stored_at = ${at}
    where hash = ${hash} and expired_at is null and removed_at is null`;
  return updated.count === 1;
}

export async function hasUploaded(
  db: Queryable,
  { userId, hash }: { userId: UserId; hash: string },
): Promise<boolean> {
  const found = await db`
    /* covers.hasUploaded */
    select from cover_uploads where user_id = ${userId} and hash = ${hash}`;
  return found.length > 0;
}

/** Counts a user's images that none of their campaigns shows, except the image with this hash. */
export async function countUnusedUploads(
  db: Queryable,
  { userId, hash }: { userId: UserId; hash: string },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* covers.countUnused */
    select count(*)::int as count from cover_uploads u
    where u.user_id = ${userId} and u.hash <> ${hash} and not exists (
      select from campaigns c where c.cover_hash = u.hash and c.developer_id = u.user_id)`;
  return row?.count ?? 0;
}

/** Returns the cover's hash and the texts for drawing it; null if there is no such campaign. */
export async function findCampaignCover(
  db: Queryable,
  campaignId: string,
): Promise<CoveredCampaign | null> {
  const [row] = await db<CoveredCampaign[]>`
    /* covers.findOfCampaign */
    select game_title, genres, cover_hash, cover_alt
    from campaigns where id = ${campaignId}`;
  return row ?? null;
}

/** Sets a campaign's cover; null removes it. */
export async function setCover(
  tx: Tx,
  { id, cover }: { id: string; cover: { hash: string; alt: string } | null },
): Promise<void> {
  await tx`
    /* covers.set */
    update campaigns set cover_hash = ${cover?.hash ?? null}, cover_alt = ${cover?.alt ?? ""}
    where id = ${id}`;
}

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
    returning id as campaign_id, name, developer_id`;
}

/** Removes the covers of a user's campaigns and the user's uploads; the job deletes files that are then unused. */
export async function deleteUserCovers(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    /* covers.clearCampaigns */
    update campaigns set cover_hash = null, cover_alt = ''
    where developer_id = ${userId} and cover_hash is not null`;
  await tx`/* covers.deleteUploads */ delete from cover_uploads where user_id = ${userId}`;
}
