import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { connect } from "@fairclick/sql/db/client";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { recordClicks } from "./record-clicks";
import { settleClicks } from "./settle-clicks";

const { owner, url } = await createTestDatabase();
/** One connection of each kind: they keep the plans that they made while the tables were empty. */
const db = connect(url, { max: 1, maxTransactions: 1 });
afterAll(() => db.end());

const ctx = systemCtx(db);
const campaign = await addCampaign(db);
const creatorId = await addUser(db);

async function record(clicks: number): Promise<void> {
  const visit = () => newClick({ campaignId: campaign.id, creatorId });
  await recordClicks(ctx, Array.from({ length: clicks }, visit));
}

async function settle(clicks: number): Promise<void> {
  await addDue(clicks);
  await settleDue(1_000);
}

async function addDue(clicks: number): Promise<void> {
  const at = new Date(Date.now() - 600_000);
  const rows = Array.from({ length: clicks }, () => ({ at, campaignId: campaign.id, creatorId }));
  await addPendingClicks(db, rows);
}

async function settleDue(batchSize: number): Promise<void> {
  const watermark = new Date(Date.now() - 300_000);
  await settleClicks(ctx, { watermark, windowSeconds: 60, shard: 0, shards: 1, batchSize });
}

async function countSequentialScans(): Promise<bigint> {
  await Promise.all([
    db.transactions`select pg_stat_force_next_flush()`,
    db.sql`select pg_stat_force_next_flush()`,
  ]);
  const [row] = await owner<{ scans: bigint }[]>`
    select sum(seq_scan)::bigint as scans from pg_stat_user_tables
    where relname ~ '^(clicks_|click_visitors_|pending_clicks|ledger_)'`;
  return row?.scans ?? 0n;
}

it("never reads through all clicks, waiting or judged, nor through the ledger", async () => {
  for (let round = 0; round < 8; round += 1) {
    await record(3);
    await settle(3);
  }
  await insertJudgedClicks(
    owner,
    owner`
      select gen_random_uuid() as id, now() - n * interval '1 ms' as clicked_at, ${campaign.id}::uuid as campaign_id,
        ${creatorId}::uuid as creator_id, '10.0.0.0'::inet + n as ip_key, n::text as device_key,
        'invalid' as verdict, 'known_bot' as reason
      from generate_series(1, 30000) n`,
  );
  const before = await countSequentialScans();
  for (const clicks of [500, 5]) {
    await record(clicks);
    await settle(clicks);
  }
  expect(await countSequentialScans()).toBe(before);
});

it("looks up each click's neighbours by themselves after the table was empty for a while", async () => {
  await settle(2_000);
  await owner`vacuum (truncate off, analyze) pending_clicks`;
  const before = await countEntriesRead();
  await settle(2_000);
  expect(await countEntriesRead()).toBeLessThan(before + 50_000n);
});

it("looks pending clicks up at their place while the statistics stem from a nearly empty table", async () => {
  await addDue(5_000);
  await settleDue(20_000);
  await addDue(5);
  await owner`vacuum (truncate off, analyze) pending_clicks`;
  // Far smaller now than the index of ids, which makes it look cheaper to find an id in.
  await owner`reindex index pending_clicks_clicked`;
  await addDue(2_000);
  const before = await countTimeIndexPagesRead();
  await settleDue(20_000);
  expect(await countTimeIndexPagesRead()).toBeLessThan(before + 500n);
});

it("writes no temporary files after the tables were analysed while full", async () => {
  for (let round = 0; round < 2; round += 1) {
    await addDue(5_000);
    await settleDue(20_000);
  }
  await addDue(5_000);
  await owner`analyze`;
  const before = await countSpills();
  await settleDue(20_000);
  expect(await countSpills()).toBe(before);
});

async function countSpills(): Promise<bigint> {
  await db.transactions`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ files: bigint }[]>`
    select temp_files as files from pg_stat_database where datname = current_database()`;
  return row?.files ?? 0n;
}

/** Of all indices of the clicks that wait. */
async function countEntriesRead(): Promise<bigint> {
  await db.transactions`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ entries: bigint }[]>`
    select sum(idx_tup_read)::bigint as entries from pg_stat_user_indexes
    where relname = 'pending_clicks'`;
  return row?.entries ?? 0n;
}

async function countTimeIndexPagesRead(): Promise<bigint> {
  await db.transactions`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ pages: bigint }[]>`
    select (idx_blks_read + idx_blks_hit)::bigint as pages from pg_statio_user_indexes
    where indexrelname = 'pending_clicks_clicked'`;
  return row?.pages ?? 0n;
}
