import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { connect } from "@fairclick/sql/db/client";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
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
    where relname ~ '^(clicks_|click_visitors_|pending_clicks)'`;
  return row?.scans ?? 0n;
}

it("never reads through the clicks that there are, however few there were before", async () => {
  for (let round = 0; round < 8; round += 1) await record(3);
  await insertJudgedClicks(
    owner,
    owner`
      select gen_random_uuid() as id, now() - n * interval '1 ms' as clicked_at, ${campaign.id}::uuid as campaign_id,
        ${creatorId}::uuid as creator_id, '10.0.0.0'::inet + n as ip_key, n::text as device_key,
        'invalid' as verdict, 'known_bot' as reason
      from generate_series(1, 30000) n`,
  );
  const before = await countSequentialScans();
  await record(500);
  await record(5);
  expect(await countSequentialScans()).toBe(before);
});
