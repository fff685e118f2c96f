import type { Channel } from "@fairclick/core/accounts/channels";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { selectVerifiedChannels } from "../accounts/channels";
import type { PageRequest, Queryable, Tx } from "../db/client";
import { type CountedRow, countedColumns, joinClickCounts } from "./click-counts";

export type LinkKey = { campaignId: CampaignId; creatorId: UserId };
export type DisabledBy = "developer" | "operator";

export type LinkRow = LinkKey &
  CountedRow & {
    username: string;
    channels: Channel[];
    code: string;
    joinedAt: Date;
    disabledBy: DisabledBy | null;
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

export async function hasLinks(db: Queryable, campaignId: CampaignId): Promise<boolean> {
  const rows = await db`
    /* links.hasLinks */
    select from links where campaign_id = ${campaignId} limit 1`;
  return rows.length > 0;
}

type LockedLink = Pick<LinkRow, "disabledBy">;

export async function lockLink(
  tx: Tx,
  { campaignId, creatorId }: LinkKey,
): Promise<LockedLink | null> {
  const [row] = await tx<LockedLink[]>`
    /* links.lockLink */
    select disabled_by from links
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
    select l.campaign_id, l.creator_id, u.username, l.code,
      l.joined_at, l.disabled_by,
      ${selectVerifiedChannels(db, db`u.id`)} as channels, ${countedColumns(db)}
    from links l
    join users u on u.id = l.creator_id
    ${joinClickCounts(db, "link")}`;
}

export type LinkNames = {
  code: string;
  names: string[];
  /** Number of names ever added, removed ones included. */
  added: number;
};

export async function findLinkNames(
  db: Queryable,
  { campaignId, creatorId }: LinkKey,
): Promise<LinkNames | null> {
  const [row] = await db<LinkNames[]>`
    /* linkNames.find */
    select code, names, names_added as added from links
    where campaign_id = ${campaignId} and creator_id = ${creatorId}`;
  return row ?? null;
}

export async function lockLinkNames(
  tx: Tx,
  { campaignId, creatorId }: LinkKey,
): Promise<LinkNames | null> {
  const [row] = await tx<LinkNames[]>`
    /* linkNames.lock */
    select code, names, names_added as added from links
    where campaign_id = ${campaignId} and creator_id = ${creatorId} for no key update`;
  return row ?? null;
}

export async function updateLinkNames(
  tx: Tx,
  link: LinkKey & Pick<LinkNames, "names" | "added">,
): Promise<void> {
  await tx`
    /* linkNames.update */
    update links set names = ${link.names}, names_added = ${link.added}
    where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
}

export type RedirectLink = {
  campaignId: CampaignId;
  creatorId: UserId;
  code: string;
  /** Whether the link or its campaign is disabled, or its creator or developer suspended. */
  disabled: boolean;
  /** Names that its short address can end with. */
  names: string[];
  campaign: {
    gameUrl: string;
    gameTitle: string;
    description: string;
    genres: string[];
    coverHash: string | null;
    coverAlt: string;
    startsAt: Date;
    endsAt: Date;
    fundedAt: Date | null;
    pausedAt: Date | null;
    /** Whether its address was reported and confirmed: visitors see a warning. */
    blocked: boolean;
    /** Whether Fairclick stopped the campaign or its developer. */
    banned: boolean;
  };
};

type Row = Omit<RedirectLink, "campaign" | "campaignId" | "creatorId"> &
  RedirectLink["campaign"] & { campaignId: string; creatorId: string };

function selectRedirectLinks(db: Queryable) {
  return db`
    select l.campaign_id, l.creator_id, l.code,
      l.disabled_at is not null or c.disabled_at is not null
        or creator.suspended_at is not null or developer.suspended_at is not null as disabled,
      l.names,
      c.game_url, c.game_title, c.description, c.genres,
      c.cover_hash, c.cover_alt,
      c.starts_at, c.ends_at, c.funded_at,
      c.paused_at, c.blocked_by is not null as blocked,
      c.disabled_at is not null or developer.suspended_at is not null as banned
    from links l
    join campaigns c on c.id = l.campaign_id
    join users creator on creator.id = l.creator_id
    join users developer on developer.id = c.developer_id`;
}

export async function findLinkOfCreator(
  db: Queryable,
  campaignId: string,
  creatorId: string,
): Promise<RedirectLink | null> {
  const [row] = await db<Row[]>`
    /* redirect.findLinkOfCreator */
    ${selectRedirectLinks(db)} where l.campaign_id = ${campaignId} and l.creator_id = ${creatorId}`;
  return row ? toLink(row) : null;
}

export async function findLinkByCode(db: Queryable, code: string): Promise<RedirectLink | null> {
  const [row] = await db<Row[]>`
    /* redirect.findLinkByCode */
    ${selectRedirectLinks(db)} where l.code = ${code}`;
  return row ? toLink(row) : null;
}

function toLink({ campaignId, creatorId, code, disabled, names, ...campaign }: Row): RedirectLink {
  return {
    campaignId: asId<CampaignId>(campaignId),
    creatorId: asId<UserId>(creatorId),
    code,
    disabled,
    names,
    campaign,
  };
}
