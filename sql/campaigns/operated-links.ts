import type { CampaignId, UserId } from "@fairclick/core/ids";
import { selectVerifiedChannels } from "../accounts/channels";
import { countedColumns, joinClickCounts } from "../clicks/click-counts";
import type { Queryable } from "../db/client";
import type { PageRequest } from "./campaigns";
import type { DisabledBy, LinkKey, LinkRow } from "./links";

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
    select link.*, coalesce(o.held_micros, 0)::bigint as "heldMicros"
    from (${selectLinks(db)} where l.code = ${code}) as link
    left join link_outcomes o
      on o.campaign_id = link."campaignId" and o.creator_id = link."creatorId"`;
  return row ?? null;
}

function selectLinks(db: Queryable) {
  return db`
    select l.campaign_id as "campaignId", l.creator_id as "creatorId", u.username, l.code,
      l.joined_at as "joinedAt", l.disabled_by as "disabledBy", l.disabled_at as "disabledAt",
      c.name as "campaignName", ${selectVerifiedChannels(db, db`u.id`)} as channels,
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
    select campaign_id as "campaignId", creator_id as "creatorId", code,
      disabled_by as "disabledBy"
    from links where code = ${code} for no key update`;
  return row ?? null;
}
