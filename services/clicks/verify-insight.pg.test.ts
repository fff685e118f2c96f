import { ALL_LINKS, asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { insertImpressions } from "@fairclick/sql/clicks/pending-clicks";
import { insertConversions } from "@fairclick/sql/conversions/conversions";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterEach, expect, it } from "vitest";
import { countConversions } from "../conversions/conversions";
import { addClick, changeVerdict, judgeAs } from "../conversions/testing/judge-as";
import { addCampaign, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { verifyStats } from "../testing/verify-stats";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const campaignId = asId<CampaignId>((await addCampaign(db)).id);
const creatorId = asId<UserId>(await addUser(db));
const at = new Date();
const clicks = await Promise.all(
  Array.from({ length: 4 }, () => addClick(db, { campaignId, creatorId, at })),
);
const [first = "", second = "", third = ""] = clicks;
await insertConversions(
  db.sql,
  clicks.map((clickId) => ({
    clickId,
    event: "joined",
    campaignId,
    creatorId,
    clickedAt: at,
    at,
    valueMicros: 5n,
  })),
);
await judgeAs(owner, first, "valid");
await judgeAs(owner, second, "valid");
await judgeAs(owner, third, "held");
await countConversions(ctx);
await changeVerdict(owner, second, "invalid");
for (const hour of [1, 2]) {
  const each = { campaignId, creatorId, startsAt: new Date(Date.UTC(2026, 0, 1, hour)) };
  await insertImpressions(db.sql, [{ ...each, impressions: 3 }]);
  await insertImpressions(db.sql, [{ ...each, impressions: 4 }]);
}

/** The clicks of this file were judged behind the back of the other counters. */
const own = /conversion|impression/;

async function failing() {
  const { checks } = await verifyStats(ctx);
  return checks.filter(({ name, differences }) => own.test(name) && differences.length > 0);
}

afterEach(async () => {
  expect(await failing()).toEqual([]);
});

it("finds nothing wrong after every kind of verdict", async () => {
  const { checks } = await verifyStats(ctx);
  expect(checks.filter(({ name }) => own.test(name))).toHaveLength(5);
});

it("finds a counter that is not the sum of its conversions", async () => {
  await owner`update conversion_counts set value_micros = value_micros + 1`;
  expect(await failing()).toMatchObject([
    {
      name: "conversion_counts_equal_conversions",
      differences: [{ countedMicros: "6", valueMicros: "5", conversions: "1" }],
    },
  ]);
  await owner`update conversion_counts set value_micros = value_micros - 1`;
});

it("finds a conversion that has left its click", async () => {
  await owner`update conversions set state = 'off' where click_id = ${third}`;
  expect(await failing()).toMatchObject([
    {
      name: "conversions_follow_their_clicks",
      differences: [{ click: third, state: "off", verdict: "held" }],
    },
  ]);
  await owner`update conversions set state = 'held' where click_id = ${third}`;
});

it("finds conversions that their quarter of an hour does not have", async () => {
  await owner`update conversion_quarters set conversions = conversions + 1 where creator_id = ${ALL_LINKS}`;
  expect(await failing()).toMatchObject([
    {
      name: "conversion_quarters_equal_conversions",
      differences: [{ creator: ALL_LINKS, countedConversions: "2", conversions: "1" }],
    },
  ]);
  await owner`update conversion_quarters set conversions = conversions - 1 where creator_id = ${ALL_LINKS}`;
});

it("finds impressions that no quarter of an hour has", async () => {
  await owner`update impression_totals set impressions = 15`;
  expect(await failing()).toMatchObject([
    {
      name: "impression_totals_equal_quarters",
      differences: [{ counted: "15", impressions: "14" }],
    },
  ]);
  await owner`update impression_totals set impressions = 14`;
});

it("finds impressions of a campaign that no link has", async () => {
  await owner`
    update impression_quarters set impressions = 8
    where creator_id = ${ALL_LINKS} and starts_at = '2026-01-01T02:00:00Z'`;
  expect(await failing()).toMatchObject([
    { name: "campaign_impressions_equal_links", differences: [{ counted: "8", impressions: "7" }] },
  ]);
  await owner`
    update impression_quarters set impressions = 7
    where creator_id = ${ALL_LINKS} and starts_at = '2026-01-01T02:00:00Z'`;
});
