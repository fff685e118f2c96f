import type { CampaignId, CampaignKeyId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type CampaignKeyRow = {
  id: CampaignKeyId;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null if the key has no end; in the future after a rotation. */
  endsAt: Date | null;
  testedAt: Date | null;
  testedEvent: string | null;
};

/** Finds the campaign of a valid key's token; null if there is none. */
export async function findCampaignByKey(
  db: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<{ keyId: CampaignKeyId; campaignId: CampaignId; suspended: boolean } | null> {
  const [row] = await db<{ keyId: CampaignKeyId; campaignId: CampaignId; suspended: boolean }[]>`
    /* campaignKeys.findCampaignByKey */
    select k.id as key_id, k.campaign_id, u.suspended_at is not null as suspended
    from campaign_keys k
    join campaigns c on c.id = k.campaign_id
    join users u on u.id = c.developer_id
    where k.token_hash = ${tokenHash} and (k.ends_at is null or k.ends_at > ${at})`;
  return row ?? null;
}

/** Lists keys that have not ended, oldest first. */
export async function listCampaignKeys(
  db: Queryable,
  { campaignId, at }: { campaignId: CampaignId; at: Date },
): Promise<CampaignKeyRow[]> {
  return db<CampaignKeyRow[]>`
    /* campaignKeys.list */
    select id, name, created_at, last_used_at, ends_at,
      tested_at, tested_event
    from campaign_keys
    where campaign_id = ${campaignId} and (ends_at is null or ends_at > ${at})
    order by created_at, id limit 100`;
}

export async function insertCampaignKey(
  tx: Tx,
  key: {
    id: CampaignKeyId;
    campaignId: CampaignId;
    name: string;
    tokenHash: Uint8Array;
    createdAt: Date;
  },
): Promise<void> {
  await tx`
    /* campaignKeys.insert */
    insert into campaign_keys (id, campaign_id, name, token_hash, created_at)
    values (${key.id}, ${key.campaignId}, ${key.name}, ${key.tokenHash}, ${key.createdAt})`;
}

/**
 * Ends a key at `endsAt` and returns its name; null if the campaign has no such key valid beyond
 * it.
 */
export async function endCampaignKey(
  tx: Tx,
  key: { id: CampaignKeyId; campaignId: CampaignId; endsAt: Date },
): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    /* campaignKeys.end */
    update campaign_keys set ends_at = ${key.endsAt}
    where id = ${key.id} and campaign_id = ${key.campaignId}
      and (ends_at is null or ends_at > ${key.endsAt})
    returning name`;
  return row?.name ?? null;
}

/**
 * Updates `last_used_at` at most once a minute, so that a busy server's requests do not wait for
 * the row.
 */
export async function markKeyUsed(
  db: Queryable,
  { id, at }: { id: CampaignKeyId; at: Date },
): Promise<void> {
  await db`
    /* campaignKeys.markUsed */
    update campaign_keys set last_used_at = ${at}
    where id = ${id} and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute')`;
}

export async function markKeyTested(
  db: Queryable,
  { id, at, event }: { id: CampaignKeyId; at: Date; event: string },
): Promise<void> {
  await db`
    /* campaignKeys.markTested */
    update campaign_keys set tested_at = ${at}, tested_event = ${event} where id = ${id}`;
}
