import type { Channel } from "@fairclick/core/accounts/channels";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { selectVerifiedChannels } from "../accounts/channels";
import { type CountedRow, countedColumns, joinClickCounts } from "../clicks/click-counts";
import type { Queryable, Tx } from "../db/client";
import type { PageRequest } from "./campaigns";

export type LinkKey = { campaignId: CampaignId; creatorId: UserId };
export type DisabledBy = "developer" | "operator";

export type LinkRow = LinkKey &
  CountedRow & {
    username: string;
    /** The creator's verified channels. */
    channels: Channel[];
    code: string;
    joinedAt: Date;
    disabledBy: DisabledBy | null;
    /** The Roblox share link that visitors are sent to; null without one. */
    shareUrl: string | null;
  };

/** Returns false if the code is taken. Throws `already_joined` (through `withTx`). */
export async function insertLink(tx: Tx, link: LinkKey & { code: string }): Promise<boolean> {
  const inserted = await tx`
    /* links.insertLink */
    insert into links (campaign_id, creator_id, code)
    values (${link.campaignId}, ${link.creatorId}, ${link.code})
    on conflict (code) do nothing`;
  return inserted.count === 1;
}

/** Whether anybody has joined the campaign. */
export async function hasLinks(db: Queryable, campaignId: CampaignId): Promise<boolean> {
  const rows = await db`
    /* links.hasLinks */
    select from links where campaign_id = ${campaignId} limit 1`;
  return rows.length > 0;
}

type LockedLink = Pick<LinkRow, "disabledBy" | "shareUrl">;

export async function lockLink(
  tx: Tx,
  { campaignId, creatorId }: LinkKey,
): Promise<LockedLink | null> {
  const [row] = await tx<LockedLink[]>`
    /* links.lockLink */
    select disabled_by as "disabledBy", share_url as "shareUrl" from links
    where campaign_id = ${campaignId} and creator_id = ${creatorId} for no key update`;
  return row ?? null;
}

export async function updateLinkDisabled(
  tx: Tx,
  link: LinkKey & { disabledAt: Date | null; disabledBy: DisabledBy | null },
): Promise<void> {
  await tx`
    /* links.updateLinkDisabled */
    update links set disabled_at = ${link.disabledAt}, disabled_by = ${link.disabledBy}
    where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
}

export async function updateLinkShareUrl(
  tx: Tx,
  link: LinkKey & { shareUrl: string | null },
): Promise<void> {
  await tx`
    /* links.updateLinkShareUrl */
    update links set share_url = ${link.shareUrl}
    where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
}

/** Removes the share links of a campaign; returns them, sorted by creator. */
export async function clearShareUrls(
  tx: Tx,
  campaignId: CampaignId,
): Promise<{ creatorId: UserId; shareUrl: string }[]> {
  return tx<{ creatorId: UserId; shareUrl: string }[]>`
    /* links.clearShareUrls */
    with shared as (
      select creator_id, share_url from links
      where campaign_id = ${campaignId} and share_url is not null
      order by creator_id for no key update
    ),
    cleared as (
      update links l set share_url = null from shared s
      where l.campaign_id = ${campaignId} and l.creator_id = s.creator_id
    )
    select creator_id as "creatorId", share_url as "shareUrl" from shared order by creator_id`;
}

export async function findLink(
  db: Queryable,
  { campaignId, creatorId }: LinkKey,
): Promise<LinkRow | null> {
  const [row] = await db<LinkRow[]>`
    /* links.findLink */
    ${selectLinks(db)} where l.campaign_id = ${campaignId} and l.creator_id = ${creatorId}`;
  return row ?? null;
}

/** Lists a campaign's links, latest joined first. The cursor is a creator. */
export async function listLinksOfCampaign(
  db: Queryable,
  { campaignId, limit, cursor }: PageRequest<UserId> & { campaignId: CampaignId },
): Promise<LinkRow[]> {
  return db<LinkRow[]>`
    /* links.listLinksOfCampaign */
    ${selectLinks(db)} where l.campaign_id = ${campaignId}
      ${
        cursor === null
          ? db``
          : db`and (l.joined_at, l.creator_id) < (select joined_at, creator_id from links
              where campaign_id = ${campaignId} and creator_id = ${cursor})`
      }
    order by l.joined_at desc, l.creator_id desc limit ${limit}`;
}

/** Lists a creator's links, latest joined first. The cursor is a campaign. */
export async function listLinksOfCreator(
  db: Queryable,
  { creatorId, limit, cursor }: PageRequest<CampaignId> & { creatorId: UserId },
): Promise<LinkRow[]> {
  return db<LinkRow[]>`
    /* links.listLinksOfCreator */
    ${selectLinks(db)} where l.creator_id = ${creatorId}
      ${
        cursor === null
          ? db``
          : db`and (l.joined_at, l.campaign_id) < (select joined_at, campaign_id from links
              where creator_id = ${creatorId} and campaign_id = ${cursor})`
      }
    order by l.joined_at desc, l.campaign_id desc limit ${limit}`;
}

function selectLinks(db: Queryable) {
  return db`
    select l.campaign_id as "campaignId", l.creator_id as "creatorId", u.username, l.code,
      l.joined_at as "joinedAt", l.disabled_by as "disabledBy", l.share_url as "shareUrl",
      ${selectVerifiedChannels(db, db`u.id`)} as channels, ${countedColumns(db)}
    from links l
    join users u on u.id = l.creator_id
    ${joinClickCounts(db, "link")}`;
}

/** Lists all creators who joined a campaign, sorted by id. */
export async function listCreatorIds(db: Queryable, campaignId: CampaignId): Promise<UserId[]> {
  const rows = await db<{ id: UserId }[]>`
    /* links.listCreatorIds */
    select creator_id as id from links where campaign_id = ${campaignId} order by creator_id`;
  return rows.map(({ id }) => id);
}
