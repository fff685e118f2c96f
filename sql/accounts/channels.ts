import type { Channel } from "@fairclick/core/accounts/channels";
import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";

export type ChannelRow = Channel & {
  id: string;
  userId: UserId;
  code: string;
  createdAt: Date;
  checkedAt: Date | null;
  problem: string | null;
  verifiedAt: Date | null;
  verifiedBy: "code" | "operator" | null;
  revokedAt: Date | null;
};

const columns = (db: Queryable) => db`
  c.id, c.user_id, c.platform, c.name, c.url, c.code, c.created_at,
  c.checked_at, c.problem, c.verified_at,
  c.verified_by, c.revoked_at`;

/** Lists a user's channels, oldest first. */
export async function listChannels(db: Queryable, userId: UserId): Promise<ChannelRow[]> {
  return db<ChannelRow[]>`
    /* channels.list */
    select ${columns(db)} from creator_channels c where c.user_id = ${userId} order by c.id`;
}

/** Expression for the verified channels of the user with the id `userId`, oldest first. */
export function selectVerifiedChannels(db: Queryable, userId: ReturnType<Queryable>) {
  return db`coalesce((
    select jsonb_agg(jsonb_build_object('platform', v.platform, 'name', v.name, 'url', v.url)
      order by v.verified_at, v.id)
    from creator_channels v where v.user_id = ${userId} and v.verified_at is not null), '[]')`;
}

export async function isVerifiedCreator(db: Queryable, userId: UserId): Promise<boolean> {
  const rows = await db`
    /* channels.isVerified */
    select from creator_channels where user_id = ${userId} and verified_at is not null limit 1`;
  return rows.length > 0;
}

type Named = { id: string; userId: UserId };

export async function findChannel(
  db: Queryable,
  { id, userId }: Named,
): Promise<ChannelRow | null> {
  const [row] = await db<ChannelRow[]>`
    /* channels.find */
    select ${columns(db)} from creator_channels c where c.id = ${id} and c.user_id = ${userId}`;
  return row ?? null;
}

/** Locks the claims of all users to one channel, sorted by id. */
export async function lockClaims(
  tx: Tx,
  { platform, name }: Pick<Channel, "platform" | "name">,
): Promise<ChannelRow[]> {
  return tx<ChannelRow[]>`
    /* channels.lockClaims */
    select ${columns(tx)} from creator_channels c
    where c.platform = ${platform} and c.name = ${name} order by c.id for update`;
}

export async function insertChannel(
  tx: Tx,
  channel: Channel & { id: string; userId: UserId; code: string; createdAt: Date },
): Promise<void> {
  await tx`
    /* channels.insert */
    insert into creator_channels (id, user_id, platform, name, url, code, created_at)
    values (${channel.id}, ${channel.userId}, ${channel.platform}, ${channel.name},
      ${channel.url}, ${channel.code}, ${channel.createdAt})`;
}

export type ChannelState = Pick<
  ChannelRow,
  "id" | "code" | "checkedAt" | "problem" | "verifiedAt" | "verifiedBy" | "revokedAt"
>;

export async function updateChannel(tx: Tx, channel: ChannelState): Promise<void> {
  await tx`
    /* channels.update */
    update creator_channels set code = ${channel.code}, checked_at = ${channel.checkedAt},
      problem = ${channel.problem}, verified_at = ${channel.verifiedAt},
      verified_by = ${channel.verifiedBy}, revoked_at = ${channel.revokedAt}
    where id = ${channel.id}`;
}

export async function deleteChannel(tx: Tx, { id, userId }: Named): Promise<boolean> {
  const deleted = await tx`
    /* channels.delete */
    delete from creator_channels where id = ${id} and user_id = ${userId}`;
  return deleted.count === 1;
}

export async function deleteUserChannels(tx: Tx, userId: UserId): Promise<number> {
  const deleted = await tx`
    /* channels.deleteOfUser */
    delete from creator_channels where user_id = ${userId}`;
  return deleted.count;
}

export type ListedChannel = ChannelRow & { user: string };

/** Lists the channels of all users, newest first: verified ones, or those that are not. */
export async function listAllChannels(
  db: Queryable,
  filter: { verified: boolean; userId: UserId | null; cursor: string | null; limit: number },
): Promise<ListedChannel[]> {
  const { verified, userId, cursor, limit } = filter;
  return db<ListedChannel[]>`
    /* channels.listAll */
    select ${columns(db)}, u.username as "user"
    from creator_channels c join users u on u.id = c.user_id
    where (c.verified_at is not null) = ${verified}
      and (${userId}::uuid is null or c.user_id = ${userId})
      and (${cursor}::uuid is null or c.id < ${cursor})
    order by c.id desc limit ${limit}`;
}

export async function getCreatorContent(db: Queryable, userId: UserId): Promise<CreatorContent> {
  const [row] = await db<CreatorContent[]>`
    /* creatorContent.getCreatorContent */
    select content_categories as categories, content_platforms as platforms
    from users where id = ${userId}`;
  return requireRow(row, "a creator's content");
}

export async function setCreatorContent(
  tx: Tx,
  { userId, categories, platforms }: CreatorContent & { userId: UserId },
): Promise<void> {
  await tx`
    /* creatorContent.setCreatorContent */
    update users set content_categories = ${categories}, content_platforms = ${platforms}
    where id = ${userId} and deleted_at is null`;
}

export async function setWantedCreators(
  tx: Tx,
  { id, categories, platforms }: CreatorContent & { id: CampaignId },
): Promise<void> {
  await tx`
    /* creatorContent.setWantedCreators */
    update campaigns set wanted_categories = ${categories}, wanted_platforms = ${platforms}
    where id = ${id}`;
}

export type FittingCreator = CreatorContent & { isVerified: boolean };

/**
 * Expression for how well the campaign with the alias `c` fits a creator: 2 if it names what they
 * make or where, 1 if it wants everybody, 0 if it wants others or verified creators only. Mirrors `wantsCreator`.
 */
export function creatorFit(db: Queryable, { categories, platforms, isVerified }: FittingCreator) {
  return db`case
    when c.join_rule = 'verified' and not ${isVerified}::boolean then 0
    when c.wanted_categories = '{}' and c.wanted_platforms = '{}' then 1
    when (c.wanted_categories = '{}' or c.wanted_categories && ${categories}::text[])
      and (c.wanted_platforms = '{}' or c.wanted_platforms && ${platforms}::text[]) then 2
    else 0 end`;
}
