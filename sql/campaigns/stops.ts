import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import type { ForcedPauseBy } from "./campaigns";

type ForcedPause = { at: Date; by: ForcedPauseBy; reason: string };

/**
 * Pauses a developer's running, scheduled and paused campaigns, and those that wait for review or
 * were reported, so that only an operator can resume them; returns the campaigns that it changed,
 * sorted by id.
 */
export async function pauseDeveloperCampaigns(
  tx: Tx,
  { developerId, at, by, reason }: ForcedPause & { developerId: UserId },
): Promise<{ id: CampaignId }[]> {
  return tx<{ id: CampaignId }[]>`
    /* campaignPauses.pauseDeveloperCampaigns */
    with unfinished as (
      select id from campaigns
      where developer_id = ${developerId} and disabled_at is null
        and (forced_pause_at is null or forced_pause_by in ('review', 'report')) and ends_at > ${at}
      order by id for no key update
    )
    update campaigns c set paused_at = coalesce(paused_at, ${at}), forced_pause_at = ${at},
      forced_pause_by = ${by}, forced_pause_reason = ${reason}
    from unfinished where c.id = unfinished.id
    returning c.id`;
}

export async function forcePause(
  tx: Tx,
  { id, at, by, reason }: ForcedPause & { id: CampaignId },
): Promise<void> {
  await tx`
    /* campaignPauses.forcePause */
    update campaigns set paused_at = coalesce(paused_at, ${at}), forced_pause_at = ${at},
      forced_pause_by = ${by}, forced_pause_reason = ${reason}
    where id = ${id} and forced_pause_at is null`;
}

/** Lifts a forced pause. A campaign that its developer had paused before stays paused. */
export async function liftForcedPause(tx: Tx, id: CampaignId): Promise<void> {
  await tx`
    /* campaignPauses.liftForcedPause */
    update campaigns
    set paused_at = case when paused_at < forced_pause_at then paused_at end,
      forced_pause_at = null, forced_pause_by = null, forced_pause_reason = null
    where id = ${id} and forced_pause_at is not null`;
}

/** Disables a campaign, or enables it again if both values are null. */
export async function updateCampaignDisabled(
  tx: Tx,
  { id, at, reason }: { id: CampaignId; at: Date | null; reason: string | null },
): Promise<void> {
  await tx`
    /* campaignPauses.updateCampaignDisabled */
    update campaigns set disabled_at = ${at}, disabled_reason = ${reason} where id = ${id}`;
}

export type CampaignAddress = {
  id: CampaignId;
  developerId: UserId;
  name: string;
  gameUrl: string;
  endsAt: Date;
  /** The confirmed address that stops it; null if none does. */
  blockedBy: string | null;
};

/** Lists the addresses of all campaigns, sorted by id. */
export async function listCampaignAddresses(
  db: Queryable,
  { after, limit }: { after: CampaignId | null; limit: number },
): Promise<CampaignAddress[]> {
  return db<CampaignAddress[]>`
    /* blockedCampaigns.listAddresses */
    select id, developer_id, name, game_url, ends_at,
      blocked_by
    from campaigns ${after === null ? db`` : db`where id > ${after}`} order by id limit ${limit}`;
}

/** Pauses campaigns and shows their visitors a warning. A pause of another kind stays. */
export async function blockCampaigns(
  tx: Tx,
  input: { ids: readonly CampaignId[]; addressId: string; at: Date; reason: string },
): Promise<void> {
  const { ids, addressId, at, reason } = input;
  await tx`
    /* blockedCampaigns.block */
    with locked as (
      select id from campaigns where id = any (${ids}::uuid[]) order by id for no key update
    )
    update campaigns c set blocked_by = ${addressId}, paused_at = coalesce(paused_at, ${at}),
      forced_pause_at = coalesce(forced_pause_at, ${at}),
      forced_pause_by = coalesce(forced_pause_by, 'report'),
      forced_pause_reason = coalesce(forced_pause_reason, ${reason})
    from locked where c.id = locked.id`;
}

/**
 * Lifts the warning, and the pause that came with it. A campaign that its developer had paused before
 * stays paused.
 */
export async function unblockCampaigns(tx: Tx, ids: readonly CampaignId[]): Promise<void> {
  await tx`
    /* blockedCampaigns.unblock */
    with locked as (
      select id, forced_pause_by = 'report' as is_lifted from campaigns
      where id = any (${ids}::uuid[]) order by id for no key update
    )
    update campaigns c set blocked_by = null,
      paused_at = case when is_lifted and paused_at >= forced_pause_at then null else paused_at end,
      forced_pause_at = case when is_lifted then null else forced_pause_at end,
      forced_pause_by = case when is_lifted then null else forced_pause_by end,
      forced_pause_reason = case when is_lifted then null else forced_pause_reason end
    from locked where c.id = locked.id`;
}

/** Changes which confirmed address stops a campaign that stays stopped. */
export async function moveBlock(
  tx: Tx,
  { id, addressId }: { id: CampaignId; addressId: string },
): Promise<void> {
  await tx`
    /* blockedCampaigns.move */
    update campaigns set blocked_by = ${addressId} where id = ${id} and blocked_by is not null`;
}
