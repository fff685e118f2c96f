import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Tx } from "../db/client";
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
