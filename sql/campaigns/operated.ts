import type { CampaignId, UserId } from "@fairclick/core/ids";
import { selectVerifiedChannels } from "../accounts/channels";
import type { PageRequest, Queryable } from "../db/client";
import { afterCursor, type CampaignRow, selectCampaigns } from "./campaigns";
import { countedColumns, joinClickCounts } from "./click-counts";
import type { DisabledBy, LinkKey, LinkRow } from "./links";

export type CampaignFilter = {
  developerId: UserId | null;
  /** Part of the campaign's or the game's name. */
  search: string | null;
  /** Only campaigns that were paused by force, or disabled. */
  stopped: boolean;
};

/** Lists the campaigns of all developers, newest first. */
export async function listCampaigns(
  db: Queryable,
  { developerId, search, stopped, limit, cursor }: CampaignFilter & PageRequest<CampaignId>,
): Promise<CampaignRow[]> {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return db<CampaignRow[]>`
    /* operating.listCampaigns */
    ${selectCampaigns(db)}
    where (${developerId}::uuid is null or c.developer_id = ${developerId})
      and (${pattern}::text is null or c.name ilike ${pattern} or c.game_title ilike ${pattern})
      and (not ${stopped}::boolean or c.forced_pause_at is not null or c.disabled_at is not null)
      ${afterCursor(db, cursor)}
    order by c.created_at desc, c.id desc limit ${limit}`;
}

export type OperatedLink = LinkRow & { campaignName: string; disabledAt: Date | null };

export type LinkFilter = {
  campaignId: CampaignId | null;
  creatorId: UserId | null;
  disabled: boolean;
};

/** Lists the links of all creators, latest joined first. The cursor is a code. */
export async function listLinks(
  db: Queryable,
  { campaignId, creatorId, disabled, limit, cursor }: LinkFilter & PageRequest,
): Promise<OperatedLink[]> {
  return db<OperatedLink[]>`
    /* operating.listLinks */
    ${selectLinks(db)}
    where (${campaignId}::uuid is null or l.campaign_id = ${campaignId})
      and (${creatorId}::uuid is null or l.creator_id = ${creatorId})
      and (not ${disabled}::boolean or l.disabled_at is not null)
      and (${cursor}::text is null or (l.joined_at, l.code) <
        (select joined_at, code from links where code = ${cursor}))
    order by l.joined_at desc, l.code desc limit ${limit}`;
}

/** Returns one link, with what its held clicks would pay; null if there is none with this code. */
export async function findLinkByCode(
  db: Queryable,
  code: string,
): Promise<(OperatedLink & { heldMicros: bigint }) | null> {
  const [row] = await db<(OperatedLink & { heldMicros: bigint })[]>`
    /* operating.findLinkByCode */
    select link.*, coalesce(o.held_micros, 0)::bigint as held_micros
    from (${selectLinks(db)} where l.code = ${code}) as link
    left join link_outcomes o
      on o.campaign_id = link.campaign_id and o.creator_id = link.creator_id`;
  return row ?? null;
}

function selectLinks(db: Queryable) {
  return db`
    select l.campaign_id, l.creator_id, u.username, l.code,
      l.joined_at, l.disabled_by, l.disabled_at,
      c.name as campaign_name, ${selectVerifiedChannels(db, db`u.id`)} as channels,
      ${countedColumns(db)}
    from links l
    join users u on u.id = l.creator_id
    join campaigns c on c.id = l.campaign_id
    ${joinClickCounts(db, "link")}`;
}

export async function lockLinkByCode(
  tx: Queryable,
  code: string,
): Promise<(LinkKey & { code: string; disabledBy: DisabledBy | null }) | null> {
  const [row] = await tx<(LinkKey & { code: string; disabledBy: DisabledBy | null })[]>`
    /* operating.lockLinkByCode */
    select campaign_id, creator_id, code,
      disabled_by
    from links where code = ${code} for no key update`;
  return row ?? null;
}
