import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

/** The columns that the redirect needs of a link. */
export type RedirectLink = {
  campaignId: CampaignId;
  creatorId: UserId;
  code: string;
  /** Whether the link or its campaign is disabled, or its creator or developer suspended. */
  disabled: boolean;
  /** The Roblox share link of this creator, which replaces the game's URL; null without one. */
  shareUrl: string | null;
  /** Names that its short address can end with. */
  labels: string[];
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
  };
};

type Row = Omit<RedirectLink, "campaign" | "campaignId" | "creatorId"> &
  RedirectLink["campaign"] & { campaignId: string; creatorId: string };

function selectLinks(db: Queryable) {
  return db`
    select l.campaign_id as "campaignId", l.creator_id as "creatorId", l.code,
      l.disabled_at is not null or c.disabled_at is not null
        or creator.suspended_at is not null or developer.suspended_at is not null as disabled,
      l.share_url as "shareUrl", l.labels,
      c.game_url as "gameUrl", c.game_title as "gameTitle", c.description, c.genres,
      c.cover_hash as "coverHash", c.cover_alt as "coverAlt",
      c.starts_at as "startsAt", c.ends_at as "endsAt", c.funded_at as "fundedAt",
      c.paused_at as "pausedAt", c.blocked_by is not null as blocked
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
    ${selectLinks(db)} where l.campaign_id = ${campaignId} and l.creator_id = ${creatorId}`;
  return row ? toLink(row) : null;
}

export async function findLinkByCode(db: Queryable, code: string): Promise<RedirectLink | null> {
  const [row] = await db<Row[]>`
    /* redirect.findLinkByCode */
    ${selectLinks(db)} where l.code = ${code}`;
  return row ? toLink(row) : null;
}

function toLink({
  campaignId,
  creatorId,
  code,
  disabled,
  shareUrl,
  labels,
  ...campaign
}: Row): RedirectLink {
  return {
    campaignId: asId<CampaignId>(campaignId),
    creatorId: asId<UserId>(creatorId),
    code,
    disabled,
    shareUrl,
    labels,
    campaign,
  };
}
