import type { Tx } from "../client";
import { planByIndex } from "../plan-by-index";

/** An arbitrary number that only settlement's locks take. */
const LOCK_SPACE = 420_723;

/** Which clicks are due: those made before the watermark, by the campaigns' shards. */
export type BatchScope = { watermark: Date; shard: number; shards: number; batchSize: number };

/** Clicks to settle in one transaction. */
export type Batch = {
  clicks: number;
  /** As an array literal: there are thousands of them, and they only go back to Postgres. */
  clickIds: string;
  campaignIds: string[];
  creatorIds: string[];
  firstAt: Date;
  lastAt: Date;
};

/**
 * Takes the shard for this transaction, or says that somebody else has it. Thousands of clicks are
 * sorted many times over, which is done in memory.
 */
export async function takeShard(tx: Tx, shard: number): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    /* settlement.takeShard */
    select ${planByIndex(tx)}, set_config('work_mem', '64MB', true),
      pg_try_advisory_xact_lock(${LOCK_SPACE}::int, ${shard}::int) as taken`;
  return row?.taken ?? false;
}

/** The oldest clicks of the shard that are due, or null when there are none. */
export async function findBatch(tx: Tx, scope: BatchScope): Promise<Batch | null> {
  const [row] = await tx<Batch[]>`
    /* settlement.findBatch */
    select count(*)::int as clicks, array_agg(id)::text as "clickIds", array_agg(distinct campaign_id) as "campaignIds",
      array_agg(distinct creator_id) as "creatorIds",
      min(clicked_at) as "firstAt", max(clicked_at) as "lastAt"
    from (
      select id, campaign_id, creator_id, clicked_at from pending_clicks
      where clicked_at < ${scope.watermark}
        and get_byte(uuid_send(campaign_id), 15) % ${scope.shards}::int = ${scope.shard}::int
      order by clicked_at, id limit ${scope.batchSize}
    ) batch
    having count(*) > 0`;
  return row ?? null;
}
