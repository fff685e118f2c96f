import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterEach, expect, it } from "vitest";
import { sealDays } from "../money/ledger";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { verifyStats } from "../testing/verify-stats";
import { forgetClicks } from "./retain";
import { settleClicks } from "./settle-clicks";

const { db, owner } = await createTestDatabase();
const at = new Date("2026-03-03T12:05:00Z");
await makeClickPartitions(db.sql, { from: at, to: at });
const ctx = systemCtx(db, () => new Date("2026-06-03T00:00:00Z"));
const later = systemCtx(db, () => new Date("2027-04-10T00:00:00Z"));
const campaign = await addCampaign(db);
const creatorId = await addUser(db);
await addPendingClicks(
  db,
  Array.from({ length: 6 }, (_, n) => ({
    at: new Date(at.getTime() + n * 600_000),
    campaignId: campaign.id,
    creatorId,
    ...(n < 2 ? { linkName: "bio" } : {}),
    country: n % 2 === 0 ? "DE" : "FR",
    signals: n === 5 ? [{ signal: "known_bot" as const, evidence: {} }] : [],
  })),
);
const everything = { watermark: new Date("2026-04-01T00:00:00Z"), shard: 0, shards: 1 };
await settleClicks(ctx, { ...everything, batchSize: 4, windowSeconds: 60 });

async function failing() {
  const { clean, checks } = await verifyStats(ctx);
  const failed = checks.filter(({ differences }) => differences.length > 0);
  expect(clean).toBe(failed.length === 0);
  return failed.map(({ name, differences }) => ({ name, differences }));
}

afterEach(async () => {
  expect(await failing()).toEqual([]);
});

it("finds a link if its total is not the sum of its clicks", async () => {
  await owner`update link_outcomes set valid = valid + 1`;
  expect(await failing()).toEqual([
    {
      name: "link_totals_equal_clicks",
      differences: [expect.objectContaining({ creator: creatorId, countedValid: "6", valid: "5" })],
    },
  ]);
  await owner`update link_outcomes set valid = valid - 1`;
});

it("finds a quarter of an hour that was counted wrong", async () => {
  await owner`update click_quarters set paid_micros = paid_micros + 7 where starts_at = '2026-03-03T12:15:00Z'`;
  const [only, ...others] = await failing();
  expect(others).toEqual([]);
  expect(only?.name).toBe("quarters_equal_clicks");
  expect(only?.differences).toHaveLength(2);
  await owner`update click_quarters set paid_micros = paid_micros - 7 where starts_at = '2026-03-03T12:15:00Z'`;
});

it("finds a day that was counted under another word", async () => {
  const swap = (from: string, to: string) => owner`
    update click_days set value = ${to} where dimension = 'country' and value = ${from}`;
  await swap("DE", "AT");
  const [only, ...others] = await failing();
  expect(others).toEqual([]);
  expect(only?.name).toBe("days_equal_clicks");
  expect(only?.differences.map(({ value, valid }) => [value, valid])).toEqual([
    ["AT", "0"],
    ["DE", "3"],
    ["AT", "0"],
    ["DE", "3"],
  ]);
  await swap("AT", "DE");
});

it("finds uncounted clicks", async () => {
  const kept = await owner`delete from click_quarters returning *`;
  const [only] = await failing();
  expect(only?.name).toBe("quarters_equal_clicks");
  await owner`insert into click_quarters ${owner([...kept])}`;
});

it("goes on when the clicks of a day are forgotten", async () => {
  expect(await sealDays(later)).toEqual([]);
  expect(await forgetClicks(later)).toMatchObject({ dropped: 1 });
  await owner`update click_days set valid = valid + 1 where dimension = 'country' and value = 'DE'`;
  const [only] = await failing();
  expect(only?.differences[0]).toMatchObject({ dimension: "country", value: "any", valid: "5" });
  await owner`update click_days set valid = valid - 1 where dimension = 'country' and value = 'DE'`;
});
