import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

export type ReportedLink = {
  code: string;
  creatorId: UserId;
  /** All judged clicks of the link. */
  clicks: bigint;
  /** Players of the event that was reported most often. */
  players: bigint;
};

/** Finds links of a campaign by their short codes. */
export async function findReportedLinks(
  db: Queryable,
  { campaignId, codes }: { campaignId: CampaignId; codes: readonly string[] },
): Promise<ReportedLink[]> {
  return db<ReportedLink[]>`
    /* shareLinkPlayers.findLinks */
    select l.code, l.creator_id as "creatorId",
      coalesce(o.valid + o.invalid + o.held + o.unpaid, 0)::bigint as clicks,
      (select coalesce(max(n.players), 0) from share_link_counts n
       where n.campaign_id = l.campaign_id and n.creator_id = l.creator_id)::bigint as players
    from links l
    left join link_outcomes o on o.campaign_id = l.campaign_id and o.creator_id = l.creator_id
    where l.campaign_id = ${campaignId} and l.code = any (${[...codes]}::text[])`;
}

/** `player` is hex: 16 bytes, the keyed hash of the game's own id. */
export type SharedPlayer = { creatorId: UserId; event: string; player: string };

/**
 * Counts players who came by share links, each once per campaign and event: for the link that was
 * reported first. Returns those that are new. No two of them have the same event and player.
 */
export async function countSharedPlayers(
  db: Queryable,
  { campaignId, players, at }: { campaignId: CampaignId; players: SharedPlayer[]; at: Date },
): Promise<SharedPlayer[]> {
  return db<SharedPlayer[]>`
    /* shareLinkPlayers.count */
    with fresh as (
      insert into share_link_players (campaign_id, event, player, creator_id, reported_at)
      select ${campaignId}::uuid, event, decode(player, 'hex'), creator_id, ${at}::timestamptz
      from unnest(
        ${players.map(({ event }) => event)}::text[],
        ${players.map(({ player }) => player)}::text[],
        ${players.map(({ creatorId }) => creatorId)}::uuid[]
      ) as given (event, player, creator_id)
      order by event, player
      on conflict (campaign_id, event, player) do nothing
      returning creator_id, event, player
    ),
    counted as (
      insert into share_link_counts as counts (campaign_id, creator_id, event, players)
      select ${campaignId}::uuid, creator_id, event, count(*) from fresh
      group by creator_id, event order by creator_id, event
      on conflict (campaign_id, creator_id, event)
      do update set players = counts.players + excluded.players
    )
    select creator_id as "creatorId", event, encode(player, 'hex') as player from fresh`;
}

/** Deletes players who were reported before a moment; their counts stay. Returns how many. */
export async function deleteSharedPlayersBefore(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* shareLinkPlayers.deleteBefore */
    delete from share_link_players where (campaign_id, event, player) in (
      select campaign_id, event, player from share_link_players
      where reported_at < ${before} order by reported_at limit ${limit}
    )`;
  return deleted.count;
}

export type SharedCount = { creatorId: UserId; players: bigint };

/** Counts players of an event per link of a campaign, or of one creator's link. */
export async function listSharedCounts(
  db: Queryable,
  scope: { campaignId: CampaignId; creatorId: UserId | null; event: string },
): Promise<SharedCount[]> {
  const { campaignId, creatorId, event } = scope;
  return db<SharedCount[]>`
    /* shareLinkPlayers.listCounts */
    select creator_id as "creatorId", players from share_link_counts
    where campaign_id = ${campaignId} and event = ${event}
      and (${creatorId}::uuid is null or creator_id = ${creatorId})
    order by creator_id limit 10000`;
}
