import { compileIpData } from "@fairclick/core/ip/ip-data";
import { parseAsnTable } from "@fairclick/core/ip/testing/parse-table-text";
import { advanceJudgedUpTo } from "@fairclick/sql/clicks/judged-up-to";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { settleClicks } from "../settle/settle-clicks";
import { decideClicks } from "./decide-clicks";
import { dismissReversalProposal, listReversalProposals } from "./reversal-proposals";
import { reviewAddresses } from "./review-addresses";

const { db, owner } = await createTestDatabase();
const ctx = await operatorCtx(db, owner);
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const quadranet = "104.129.0.7";
const home = "81.2.69.7";
const vpnAtHoster = "104.129.9.7";
let version = 1;

const dataOf = (asns = "104.129.0.0,104.129.255.255,8100,QuadraNet") =>
  compileIpData({
    version,
    lists: [
      {
        name: "vpns",
        class: "vpn",
        date: "2026-11-22",
        ranges: [{ family: 4, start: 0x68810900n, end: 0x688109ffn }],
      },
    ],
    operatorRanges: [],
    asnTable: parseAsnTable(asns),
  });
const review = (options = {}) =>
  reviewAddresses(ctx, { ipData: dataOf(), depositHoldHours: 72, ...options });
const open = async (depositHoldHours = 72) =>
  (await listReversalProposals(ctx, { limit: 100, depositHoldHours })).items.map(
    ({ clickId }) => clickId,
  );

async function paid(...visits: { at: Date; ipKey: string }[]): Promise<string[]> {
  const { id: campaignId } = await addCampaign(db, {
    payoutMicros: 1_500n,
    budgetMicros: 150_000n,
  });
  const creatorId = await addUser(db);
  const ids = await addPendingClicks(
    db,
    visits.map((visit) => ({ ...visit, campaignId, creatorId })),
  );
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(ctx, { watermark: new Date(), ...everything });
  await advanceJudgedUpTo(db.sql, new Date());
  const rows = await owner`select verdict from clicks where id = any (${ids}::uuid[])`;
  expect(rows.map(({ verdict }) => verdict)).toEqual(visits.map(() => "valid"));
  return ids;
}

beforeEach(async () => {
  version += 1;
  await owner`delete from reversal_proposals`;
});

it("proposes paid clicks of 72 hours that would be invalid now, once, and reverses nothing", async () => {
  const [lately = "", , , old = ""] = await paid(
    { at: hoursAgo(30), ipKey: quadranet },
    { at: hoursAgo(29), ipKey: home },
    { at: hoursAgo(28), ipKey: vpnAtHoster },
    { at: hoursAgo(80), ipKey: quadranet },
  );
  expect(await review()).toBe(1);
  expect(await open()).toEqual([lately]);
  expect(await review()).toBe(0);
  const [row] = await owner`select signal, evidence from reversal_proposals`;
  expect(row).toMatchObject({
    signal: "datacenter",
    evidence: { asn: 8100, list: "hosting-asns" },
  });
  const verdicts =
    await owner`select verdict from clicks where id = any (${[lately, old]}::uuid[])`;
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["valid", "valid"]);
});

it("continues each slice after the previous one, also in concurrent runs", async () => {
  const ids = await paid(
    ...Array.from({ length: 12 }, (_, i) => ({ at: hoursAgo(50 - i), ipKey: `104.129.1.${i}` })),
  );
  expect(await review({ maxSlices: 1 })).toBeLessThan(ids.length);
  await Promise.all([review(), review()]);
  expect(await open()).toEqual(expect.arrayContaining(ids));
});

it("reviews no click twice until the lists change again", async () => {
  const harmless = dataOf("104.129.0.0,104.129.255.255,7922,Comcast");
  const [click = ""] = await paid({ at: hoursAgo(5), ipKey: "104.129.2.1" });
  expect(await review({ ipData: harmless })).toBe(0);
  expect(await review()).toBe(0);
  version += 1;
  expect(await review()).toBeGreaterThan(0);
  expect(await open()).toContain(click);
});

it("proposes only while the earnings wait", async () => {
  const [click = ""] = await paid({ at: hoursAgo(20), ipKey: "104.129.3.1" });
  expect(await review({ depositHoldHours: 0 })).toBe(0);
  await review();
  expect(await open()).toContain(click);
  expect(await open(19)).not.toContain(click);
});

it("is over when an operator reverses the click, or dismisses the proposal for good", async () => {
  const [farm = "", school = ""] = await paid(
    { at: hoursAgo(9), ipKey: "104.129.4.1" },
    { at: hoursAgo(8), ipKey: "104.129.4.2" },
  );
  await review();
  const why = { reason: "a known school", dryRun: false };
  await decideClicks(ctx, {
    ...{ ...why, action: "reverse" as const, category: "bot_traffic" as const },
    clicks: { ids: [farm] },
  });
  await dismissReversalProposal(ctx, { clickId: school, ...why });
  const again = dismissReversalProposal(ctx, { clickId: school, ...why });
  await expect(again).rejects.toMatchObject({ code: "not_found" });
  version += 1;
  await review();
  const left = await open();
  expect(left).not.toContain(farm);
  expect(left).not.toContain(school);
});

it("does nothing without lists", async () => {
  expect(await review({ ipData: { ...dataOf(), version: null } })).toBe(0);
});
