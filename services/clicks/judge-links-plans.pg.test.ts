import { randomUUID } from "node:crypto";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { listLinksToJudge, readLinkFacts } from "@fairclick/sql/clicks/findings";
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
await owner`
  insert into clicks (id, clicked_at, campaign_id, creator_id, ip_key, device_key, device_known, asn,
    method, signals, recorded_at, verdict, policy_version, settlement_id, transaction_id, price_micros, paid_micros)
  select gen_random_uuid(), now() - n * interval '9 s', ${campaignId}::uuid,
    case when n % 20 = 0 then ${creatorId}::uuid else md5((n % ${LINKS})::text)::uuid end,
    '10.0.0.0'::inet + n, n::text, true, n % 30, 'GET', '[]', now(), 'valid', 1, gen_random_uuid(),
    gen_random_uuid(), 1500, 1500
  from generate_series(1, 60000) n`;
await owner`
  insert into link_outcomes (campaign_id, creator_id, outcomes, valid)
  select distinct campaign_id, creator_id, '', 500 from clicks`;
await owner`
  insert into click_quarters (campaign_id, creator_id, starts_at, valid, invalid, held, unpaid, paid_micros)
  select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z'), count(*), 0, 0, 0, 0
  from clicks group by 1, 2, 3`;
await owner`
  insert into conversions (click_id, event, campaign_id, creator_id, clicked_at, happened_at)
  select id, 'joined', campaign_id, creator_id, clicked_at, clicked_at from clicks where device_key::int / 20 % 10 = 0`;
await owner`update conversions set state = 'counted'`;
await owner`
  insert into click_quarters (campaign_id, creator_id, starts_at, valid, invalid, held, unpaid, paid_micros)
  select campaign_id, '00000000-0000-0000-0000-000000000000'::uuid, starts_at, sum(valid), 0, 0, 0, 0
  from click_quarters group by 1, 2, 3`;
await owner`analyze`;

async function countScans() {
  await db.sql`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ scans: bigint; entries: bigint }[]>`
    select sum(seq_scan)::bigint as scans, sum(seq_tup_read)::bigint as entries from pg_stat_user_tables
    where relname ~ '^(clicks_|click_quarters|conversions|conversion_quarters)'`;
  return row ?? { scans: 0n, entries: 0n };
}

it("reads the counters of a link and its campaign, and no clicks", async () => {
  const before = await countScans();
  const facts = await readLinkFacts(db.sql, { campaignId, creatorId }, span);
  const { link, others } = facts;
  expect(link.conversions / link.clicks).toBeCloseTo(0.1, 1);
  expect(link.clicks / (link.clicks + others.clicks)).toBeCloseTo(0.05, 1);
  expect(others.conversions / others.clicks).toBeCloseTo(0.1, 1);
  expect(others.links).toBeGreaterThan(300);
  const after = await countScans();
  // The nil partition of clicks is empty; a scan of it reads nothing.
  expect(after.entries - before.entries).toBeLessThan(1_000n);
});

it("lists the links of one creator, and of all, without reading the clicks", async () => {
  const before = await countScans();
  const wanted = { from: span.from, limit: 100 };
  expect(await listLinksToJudge(db.sql, { ...wanted, creatorId })).toHaveLength(1);
  await listLinksToJudge(db.sql, { ...wanted, creatorId: asId<UserId>(randomUUID()) });
  const after = await countScans();
  expect(after.entries - before.entries).toBeLessThan(1_000n);
  expect(await listLinksToJudge(db.sql, { ...wanted, after: null })).toHaveLength(1);
});
