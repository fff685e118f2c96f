import { randomUUID } from "node:crypto";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { listCampaignsToJudge, listCreatorsToJudge } from "@fairclick/sql/clicks/findings";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { addCampaign, addUser } from "../testing/marketplace";

const LINKS = 400;
const { db, owner } = await createTestDatabase();
const campaign = await addCampaign(db);
const campaignId = asId<CampaignId>(campaign.id);
const creatorId = asId<UserId>(await addUser(db));
const now = Date.now();
const span = { from: new Date(now - 7 * 86_400_000), to: new Date(now - 3_600_000) };

/** One busy link with 3,000 clicks beside many others: 60,000 clicks and a week of counters. */
await insertJudgedClicks(
  owner,
  owner`
    select gen_random_uuid() as id, now() - n * interval '9 s' as clicked_at, ${campaignId}::uuid as campaign_id,
      case when n % 20 = 0 then ${creatorId}::uuid else md5((n % ${LINKS})::text)::uuid end as creator_id,
      '10.0.0.0'::inet + n as ip_key, n::text as device_key, n % 30 as asn, 'valid' as verdict
    from generate_series(1, 60000) n`,
);
await owner`
  insert into link_outcomes (campaign_id, creator_id, valid)
  select distinct campaign_id, creator_id, 500 from clicks`;
await owner`
  insert into click_quarters (campaign_id, creator_id, starts_at, valid, invalid, held, unpaid, paid_micros)
  select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z'), count(*), 0, 0, 0, 0
  from clicks group by 1, 2, 3`;
await owner`
  insert into rule_days (campaign_id, creator_id, judged_as, day, joined)
  select campaign_id, creator_id, '', (clicked_at at time zone 'UTC')::date, count(*)
  from visited_clicks where device_key::int / 20 % 10 = 0 group by 1, 2, 4`;
await owner`
  insert into click_quarters (campaign_id, creator_id, starts_at, valid, invalid, held, unpaid, paid_micros)
  select campaign_id, '00000000-0000-0000-0000-000000000000'::uuid, starts_at, sum(valid), 0, 0, 0, 0
  from click_quarters group by 1, 2, 3`;
await owner`analyze`;

async function countScans() {
  await db.sql`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ scans: bigint; entries: bigint }[]>`
    select sum(seq_scan)::bigint as scans, sum(seq_tup_read)::bigint as entries from pg_stat_user_tables
    where relname ~ '^(clicks_|click_visitors_|click_quarters|rule_days|players)'`;
  return row ?? { scans: 0n, entries: 0n };
}

it("reads the counters of a creator and the campaign, and no clicks", async () => {
  const before = await countScans();
  const [judged, ...more] = await listCampaignsToJudge(db.sql, { creatorId, ...span });
  if (!judged) throw new Error("Nothing is judged");
  expect(more).toEqual([]);
  const { clicks, players, others } = judged;
  expect(clicks).toBeGreaterThan(2_500);
  expect(players / clicks).toBeCloseTo(0.1, 1);
  expect(clicks / (clicks + others.clicks)).toBeCloseTo(0.05, 1);
  expect(others.players / others.clicks).toBeCloseTo(0.1, 1);
  expect(others.creators).toBeGreaterThan(300);
  const after = await countScans();
  // The nil partition of clicks is empty; a scan of it reads nothing.
  expect(after.entries - before.entries).toBeLessThan(1_000n);
});

it("lists creators in the order of their ids", async () => {
  const [first, second] = await listCreatorsToJudge(db.sql, { ...span, after: null, limit: 2 });
  if (!first) throw new Error("Nobody is judged");
  const next = await listCreatorsToJudge(db.sql, { ...span, after: first, limit: 1 });
  expect(next).toEqual([second]);
  const stranger = asId<UserId>(randomUUID());
  expect(await listCampaignsToJudge(db.sql, { creatorId: stranger, ...span })).toEqual([]);
});
