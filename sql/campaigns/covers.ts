import type { CoveredCampaign } from "@fairclick/core/campaigns/covers";
import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type CoverRow = {
  hash: string;
  storedAt: Date | null;
  expiredAt: Date | null;
  removedAt: Date | null;
  removedReason: string | null;
};

function columns(db: Queryable) {
  return db`hash, stored_at as "storedAt", expired_at as "expiredAt", removed_at as "removedAt",
    removed_reason as "removedReason"`;
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
    select game_title as "gameTitle", genres, cover_hash as "coverHash", cover_alt as "coverAlt"
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
