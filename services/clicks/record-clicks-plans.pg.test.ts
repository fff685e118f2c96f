import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { connect } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { addCampaign, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { recordClicks } from "./record-clicks";

const { owner, url } = await createTestDatabase();
/** One connection: it would keep the plans that it made while the tables were empty. */
const db = connect(url, { max: 1, maxTransactions: 1 });
afterAll(() => db.end());

const campaign = await addCampaign(db);
const creatorId = await addUser(db);

async function record(clicks: number): Promise<void> {
  const visits = Array.from({ length: clicks }, () =>
    newClick({ campaignId: campaign.id, creatorId }),
  );
  await recordClicks(systemCtx(db), visits);
}

async function countSequentialScans(): Promise<bigint> {
  await Promise.all([
    db.transactions`select pg_stat_force_next_flush()`,
    db.sql`select pg_stat_force_next_flush()`,
  ]);
  const [row] = await owner<{ scans: bigint }[]>`
    select sum(seq_scan)::bigint as scans from pg_stat_user_tables
    where relname ~ '^(clicks_|pending_clicks)'`;
  return row?.scans ?? 0n;
}

it("never reads through the clicks that there are, however few there were before", async () => {
  for (let round = 0; round < 8; round += 1) await record(3);
  await owner`
    insert into clicks (id, clicked_at, campaign_id, creator_id, ip_key, device_key, device_known,
      method, signals, recorded_at, verdict, reason, policy_version, settlement_id, price_micros, paid_micros)
    select gen_random_uuid(), now() - n * interval '1 ms', ${campaign.id}::uuid, ${creatorId}::uuid,
      '10.0.0.0'::inet + n, n::text, true, 'GET', '[]', now(), 'invalid', 'known_bot', 1, gen_random_uuid(), 1500, 0
    from generate_series(1, 30000) n`;
  const before = await countSequentialScans();
  await record(500);
  await record(5);
  expect(await countSequentialScans()).toBe(before);
});
