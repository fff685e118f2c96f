import type { Tx } from "../client";

/** An arbitrary number that only settlement's locks take. */
const LOCK_SPACE = 420_723;

/** Which clicks a batch takes: the oldest of a shard's campaigns that were made before the watermark. */
export type BatchScope = { watermark: Date; shard: number; shards: number; batchSize: number };

export type DueCampaign = { campaignId: string; firstAt: Date };

/**
 * Takes the shard for this transaction, or says that somebody else has it. The plans of the
 * statements that follow must not depend on what the tables were like when a connection first
 * planned them, and a scan of all clicks is never right.
 */
export async function takeShard(tx: Tx, shard: number): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    /* settlement.takeShard */
    select set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      pg_try_advisory_xact_lock(${LOCK_SPACE}::int, ${shard}::int) as taken`;
  return row?.taken ?? false;
}

/** The campaigns of the next batch, each with the time of its first click in it. */
export async function listDueCampaigns(tx: Tx, scope: BatchScope): Promise<DueCampaign[]> {
  return tx<DueCampaign[]>`
    /* settlement.listDueCampaigns */
    select campaign_id as "campaignId", min(clicked_at) as "firstAt"
    from (
      select campaign_id, clicked_at from pending_clicks
      where clicked_at < ${scope.watermark}
        and get_byte(uuid_send(campaign_id), 15) % ${scope.shards}::int = ${scope.shard}::int
      order by clicked_at, id limit ${scope.batchSize}
    ) batch
    group by campaign_id`;
}
