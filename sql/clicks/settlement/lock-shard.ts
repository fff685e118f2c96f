import type { ClickToJudge } from "@fairclick/core/clicks/facts";
import type { Signal } from "@fairclick/core/clicks/signal";
import { planByIndex, type Tx } from "../../db/client";
import { POLICY_LOCK } from "../policy-versions";

/** An arbitrary number that only settlement's locks take. */
const LOCK_SPACE = 420_723;

/** Selects the clicks of campaigns in `shard` that were made before the watermark. */
export type BatchScope = { watermark: Date; shard: number; shards: number; batchSize: number };

export type BatchClick = ClickToJudge & {
  referrerHost: string | null;
  /** Where the row lies in `pending_clicks` (its `ctid`). Another row may lie there later. */
  rowPlace: string;
};

/** Clicks to settle in one transaction, sorted by time, then id. The other ids are distinct. */
export type Batch = { clicks: BatchClick[]; campaignIds: string[]; creatorIds: string[] };

/**
 * Locks the shard and sets the planner for settlement until the transaction ends. Returns false
 * without waiting if another transaction holds the shard. Also takes the policy's lock in shared mode: a
 * new version waits for this batch, so the batch reads all versions that may judge its clicks.
 */
export async function lockShard(tx: Tx, shard: number): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    /* settlement.lockShard */
    select ${planByIndex(tx)}, set_config('work_mem', '64MB', true),
      pg_advisory_xact_lock_shared(${POLICY_LOCK}::bigint),
      pg_try_advisory_xact_lock(${LOCK_SPACE}::int, ${shard}::int) as taken`;
  return row?.taken ?? false;
}

/** The batch's columns, each as one JSON array: faster to parse than thousands of rows. */
type Columns = {
  ids: string[];
  times: number[];
  campaignIds: string[];
  creatorIds: string[];
  ipKeys: string[];
  deviceKeys: string[];
  weakKeys: (string | null)[];
  devicesKnown: boolean[];
  deviceClasses: (string | null)[];
  countries: (string | null)[];
  signals: Signal[][];
  referrerHosts: (string | null)[];
  rowPlaces: string[];
};

/** Returns the oldest `batchSize` clicks of the scope, or null if there are none. */
export async function findBatch(tx: Tx, scope: BatchScope): Promise<Batch | null> {
  const [columns] = await tx<Columns[]>`
    /* settlement.findBatch */
    select json_agg(id) as ids, json_agg(extract(epoch from clicked_at) * 1000) as times,
      json_agg(campaign_id) as campaign_ids, json_agg(creator_id) as creator_ids,
      json_agg(ip_key) as ip_keys, json_agg(device_key) as device_keys,
      json_agg(case when device_known then weak_key else device_key end) as weak_keys,
      json_agg(device_known) as devices_known, json_agg(device_class) as device_classes,
      json_agg(country) as countries,
      json_agg(signals) as signals,
      json_agg(referrer_host) as referrer_hosts, json_agg(row_place) as row_places
    from (
      select ctid as row_place, * from pending_clicks
      where clicked_at < ${scope.watermark}
        and get_byte(uuid_send(campaign_id), 15) % ${scope.shards}::int = ${scope.shard}::int
      order by clicked_at, id limit ${scope.batchSize}
    ) batch
    having count(*) > 0`;
  if (!columns) return null;
  return {
    clicks: columns.ids.map((id, place) => toClick(columns, { id, place })),
    campaignIds: [...new Set(columns.campaignIds)],
    creatorIds: [...new Set(columns.creatorIds)],
  };
}

function toClick(columns: Columns, { id, place }: { id: string; place: number }): BatchClick {
  return {
    id,
    at: columns.times[place] ?? 0,
    campaignId: columns.campaignIds[place] ?? "",
    creatorId: columns.creatorIds[place] ?? "",
    ipKey: columns.ipKeys[place] ?? null,
    deviceKey: columns.deviceKeys[place] ?? null,
    weakKey: columns.weakKeys[place] ?? null,
    deviceKnown: columns.devicesKnown[place] ?? false,
    deviceClass: columns.deviceClasses[place] ?? null,
    country: columns.countries[place] ?? null,
    signals: columns.signals[place] ?? [],
    referrerHost: columns.referrerHosts[place] ?? null,
    rowPlace: columns.rowPlaces[place] ?? "",
    kept: null,
  };
}
