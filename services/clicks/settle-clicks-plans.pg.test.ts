import { connect } from "@fairclick/sql/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { settleClicks } from "./settle-clicks";

const { owner, url } = await createTestDatabase();
/** One connection for transactions: it keeps the plans that it made while the tables were empty. */
const db = connect(url, { max: 1, maxTransactions: 1 });
afterAll(() => db.end());

const ctx = systemCtx(db);
const campaign = await addCampaign(db);
const creatorId = await addUser(db);

async function settle(clicks: number): Promise<void> {
  const at = new Date(Date.now() - 600_000);
  const rows = Array.from({ length: clicks }, () => ({ at, campaignId: campaign.id, creatorId }));
  await addPendingClicks(db, rows);
  const watermark = new Date(Date.now() - 300_000);
  await settleClicks(ctx, { watermark, windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 });
}

async function countSequentialScans(): Promise<bigint> {
  await db.transactions`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ scans: bigint }[]>`
    select sum(seq_scan)::bigint as scans from pg_stat_user_tables
    where relname ~ '^(clicks_|pending_clicks|ledger_)'`;
  return row?.scans ?? 0n;
}

it("never reads through all clicks, waiting or judged, nor through the ledger", async () => {
  for (let round = 0; round < 8; round += 1) await settle(3);
  await owner`
    insert into clicks (id, clicked_at, campaign_id, creator_id, ip_key, device_key, device_known,
      method, signals, recorded_at, verdict, reason, policy_version, settlement_id, paid_micros)
    select gen_random_uuid(), now() - n * interval '1 ms', ${campaign.id}::uuid, ${creatorId}::uuid,
      '10.0.0.0'::inet + n, n::text, true, 'GET', '[]', now(), 'invalid', 'known_bot', 1, gen_random_uuid(), 0
    from generate_series(1, 30000) n`;
  const before = await countSequentialScans();
  await settle(500);
  await settle(5);
  expect(await countSequentialScans()).toBe(before);
});
