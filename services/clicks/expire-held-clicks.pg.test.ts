import { randomUUID } from "node:crypto";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { ALL_LINKS } from "@fairclick/core/ids";
import { compileIpData } from "@fairclick/core/ip/ip-data";
import { parseList } from "@fairclick/core/ip/lists";
import { upsertPresences } from "@fairclick/sql/accounts/devices";
import { upsertHoneypotMarks } from "@fairclick/sql/clicks/retention";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describe, expect, it } from "vitest";
import { releaseEscrows } from "../campaigns/budget";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { verifyStats } from "../testing/verify-stats";
import { decideClicks } from "./decide-clicks";
import { expireHeldClicks } from "./held-clicks";
import { settleClicks } from "./settle-clicks";

const { db, owner } = await createTestDatabase();

const DAY_MS = 86_400_000;
const heldAt = Date.now();
const inDays = (days: number) => systemCtx(db, () => new Date(heldAt + days * DAY_MS));
const creatorId = await addUser(db);

const listed = { list: "vpns", date: "2026-11-22" };
const vpn = { signal: "vpn" as const, evidence: listed };

/** Address data in which the list of VPNs, and one of a cloud, have these ranges. */
function lists({ vpns = [] as string[], hosting = [] as string[] } = {}) {
  const list = (name: string, ranges: string[]) => ({
    ...{ name, date: "2026-11-29" },
    ranges: parseList(ranges.join("\n")).ranges,
  });
  return compileIpData({
    version: 2,
    lists: [
      { ...list("vpns", ["45.77.0.0/24", ...vpns]), class: "vpn" },
      { ...list("hosting", ["45.76.0.0/24", ...hosting]), class: "cloud" },
    ],
    operatorRanges: [{ range: "89.204.0.0/16", effect: "shared", date: "2026-11-29" }],
  });
}

let hosts = 0;
const newAddress = () => `81.2.${Math.floor(++hosts / 250)}.${hosts % 250}`;

/** Held clicks and a valid one on a campaign that has ended since. */
async function campaignWithHeldClicks(
  held: Partial<TestClick>[] = [{ signals: [vpn] }, { signals: [vpn] }],
) {
  const endsAt = new Date(heldAt - 600_000);
  const campaign = await addCampaign(db, { payoutMicros: 100n, budgetMicros: 5_000n, endsAt });
  const at = new Date(endsAt.getTime() - 60_000);
  const click = { at, campaignId: campaign.id, creatorId };
  await addPendingClicks(db, [
    ...held.map((change) => ({ ...click, ipKey: newAddress(), ...change })),
    { ...click, ipKey: newAddress() },
  ]);
  const everything = { watermark: endsAt, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(inDays(0), everything);
  // A browser that no check refuses.
  await owner`
    update click_visitors v set user_agent = ${newClick().userAgent} from clicks c
    where c.id = v.id and c.campaign_id = ${campaign.id}`;
  await owner`update clicks set recorded_at = ${new Date(heldAt)} where campaign_id = ${campaign.id}`;
  return campaign.id;
}

async function readState(campaignId: string) {
  const clicks = await db.sql<{ is: string }[]>`
    select verdict || coalesce(' ' || reason, '') as is from clicks where campaign_id = ${campaignId} order by 1`;
  const counted = await db.sql<{ is: string; clicks: bigint }[]>`
    select n.verdict || ' ' || k.value as is, sum(n.clicks)::bigint as clicks
    from click_days k
    cross join lateral (
      values ('invalid', k.invalid), ('held', k.held), ('unpaid', k.unpaid)
    ) as n (verdict, clicks)
    where k.campaign_id = ${campaignId} and k.creator_id <> ${ALL_LINKS} and k.dimension = 'reason'
    group by 1 having sum(n.clicks) <> 0
    union all
    select 'valid', sum(valid)::bigint from link_outcomes
    where campaign_id = ${campaignId} having sum(valid) <> 0`;
  const [claim] = await db.sql<{ clicks: bigint; micros: bigint }[]>`
    select clicks, micros from held_claims where campaign_id = ${campaignId}`;
  return {
    clicks: clicks.map((row) => row.is),
    counted: Object.fromEntries(counted.map((row) => [row.is, Number(row.clicks)])),
    claim: claim && { ...claim },
  };
}

const nothing = { judged: 0, paid: 0, refused: 0 };

it("is no payday for a farm that waits: what still holds its clicks goes on to", async () => {
  const address = newAddress();
  const campaignId = await campaignWithHeldClicks([
    { signals: [vpn], ipKey: address },
    { signals: [vpn], ipKey: address, deviceKey: "other" },
  ]);
  const held = {
    clicks: ["held vpn", "held vpn", "valid"],
    counted: { "held vpn": 2, valid: 1 },
    claim: { clicks: 2n, micros: 200n },
  };
  const ipData = lists({ vpns: [address] });
  expect(await expireHeldClicks(inDays(6.999), { ipData })).toEqual(nothing);
  for (const days of [7.001, 30, 89]) {
    expect(await expireHeldClicks(inDays(days), { ipData })).toMatchObject({ paid: 0, refused: 0 });
    expect(await readState(campaignId)).toEqual(held);
  }
  // Without lists, nobody knows better.
  expect(await expireHeldClicks(inDays(100))).toMatchObject({ paid: 0, refused: 0 });
  expect(await readState(campaignId)).toEqual(held);
  await owner`update held_claims set again_at = null where campaign_id = ${campaignId}`;
});

it("pays once what would not be held today, from its claim", async () => {
  const campaignId = await campaignWithHeldClicks();
  const before = await getBalance(db.sql, { kind: "earnings", ownerId: creatorId });
  const runs = await Promise.all(
    [1, 2, 3, 4].map(() => expireHeldClicks(inDays(7.001), { ipData: lists() })),
  );
  expect(runs.map(({ paid }) => paid).reduce((sum, paid) => sum + paid)).toBeGreaterThanOrEqual(2);
  expect(await readState(campaignId)).toEqual({
    clicks: ["valid", "valid", "valid"],
    counted: { valid: 3 },
    claim: { clicks: 0n, micros: 0n },
  });
  const after = await getBalance(db.sql, { kind: "earnings", ownerId: creatorId });
  expect(after - before).toBeGreaterThanOrEqual(200n);
  const audit = await db.sql`
    select action, reason, actor_kind from audit_log where subject = ${`campaign:${campaignId}`}`;
  expect([...audit]).toEqual([
    {
      action: "clicks.expire",
      reason: "Judged again, as no operator had decided",
      actorKind: "system",
    },
  ]);
});

it("refuses what more is known about by then, with its reason and evidence", async () => {
  const [address, other] = [newAddress(), newAddress()];
  const [bot, own] = [`cookie:${randomUUID()}`, `cookie:${randomUUID()}`];
  const campaignId = await campaignWithHeldClicks([
    { signals: [vpn], ipKey: address },
    { signals: [vpn], ipKey: other, deviceKey: bot },
    { signals: [vpn], ipKey: other, deviceKey: own },
  ]);
  const later = inDays(6).now();
  await upsertHoneypotMarks(db.sql, { marks: [{ kind: "device", key: bot }], markedAt: later });
  await upsertPresences(db.sql, [{ userId: creatorId, kind: "device", key: own, seenAt: later }]);
  const ipData = lists({ vpns: [other], hosting: [address] });
  expect(await expireHeldClicks(inDays(7.001), { ipData })).toMatchObject({ refused: 3 });
  expect(await readState(campaignId)).toEqual({
    clicks: ["invalid datacenter", "invalid honeypot", "invalid self_click", "valid"],
    counted: {
      "invalid datacenter": 1,
      "invalid honeypot": 1,
      "invalid self_click": 1,
      valid: 1,
    },
    claim: { clicks: 0n, micros: 0n },
  });
  const [row] = await db.sql`
    select signals from clicks where campaign_id = ${campaignId} and reason = 'datacenter'`;
  expect(row?.signals).toContainEqual({
    signal: "datacenter",
    evidence: expect.objectContaining({ list: "hosting" }),
  });
});

it("pays what a rival has held at an address that is known to be shared by then", async () => {
  const trap = { signal: "honeypot_address" as const, evidence: { by: "address" } };
  const campaignId = await campaignWithHeldClicks([
    { signals: [trap], ipKey: "89.204.1.1" },
    { signals: [trap], ipKey: newAddress() },
  ]);
  await expireHeldClicks(inDays(7.001), { ipData: lists() });
  expect((await readState(campaignId)).clicks).toEqual(["held honeypot_address", "valid", "valid"]);
});

describe("clicks that are held for the number of their address", () => {
  const hourAgo = heldAt - 7_200_000;
  const crowd = (ipKey: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ ipKey, deviceKey: `${ipKey} ${n}` },
      at: new Date(hourAgo + n * 60_000),
    }));
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 200 };
  const count = async (campaignId: string) =>
    (await readState(campaignId)).clicks.filter((is) => is === "valid").length;
  const pass = (days: number) => expireHeldClicks(inDays(days), { ipData: lists() });

  it("are paid on the next day, as many as its address has left on that day", async () => {
    const ipKey = newAddress();
    const campaignId = await campaignWithHeldClicks(crowd(ipKey, 45));
    // One of another address was valid before.
    expect(await count(campaignId)).toBe(1 + 25);
    await pass(0.9);
    expect(await count(campaignId)).toBe(1 + 25);
    const other = await addCampaign(db);
    const today = crowd(newAddress(), 20).map(({ deviceKey }, n) => ({
      ...{ ipKey, deviceKey, campaignId: other.id, creatorId },
      at: new Date(heldAt + (1.01 + n / 1_000) * DAY_MS),
    }));
    await addPendingClicks(db, today);
    await settleClicks(inDays(1.2), { ...everything, watermark: inDays(1.2).now() });
    expect(await count(other.id)).toBe(20);
    await pass(1.2);
    expect(await count(campaignId)).toBe(1 + 25 + 5);
    await pass(2.3);
    expect(await count(campaignId)).toBe(1 + 45);
  });

  it("pay a farm on several campaigns its number a day, however often they are judged", async () => {
    const ipKey = newAddress();
    const farm = await addUser(db);
    const campaigns = [await addCampaign(db), await addCampaign(db), await addCampaign(db)];
    const early = heldAt - 2 * DAY_MS;
    for (const [n, { id }] of campaigns.entries()) {
      await owner`insert into links (campaign_id, creator_id, code) values (${id}, ${farm}, ${`farm-${n}`})`;
      await addPendingClicks(
        db,
        Array.from({ length: 60 }, (_, minute) => ({
          ...{ ipKey, deviceKey: `farm ${n} ${minute}`, campaignId: id, creatorId: farm },
          at: new Date(early + (3 * minute + n) * 60_000),
        })),
      );
    }
    await settleClicks(inDays(0), { ...everything, watermark: inDays(0).now() });
    await owner`
      update click_visitors v set user_agent = ${newClick().userAgent} from clicks c
      where c.id = v.id and c.creator_id = ${farm}`;
    const held = await owner`update clicks set recorded_at = clicked_at where creator_id = ${farm}`;
    const paid = async () =>
      (await Promise.all(campaigns.map(({ id }) => count(id)))).reduce((sum, n) => sum + n);
    expect([held.count, await paid()]).toEqual([180, 25]);
    for (const _ of [1, 2, 3]) {
      await owner`update held_claims set again_at = null`;
      await pass(0);
      expect(await paid()).toBe(50);
    }
  });

  it("hold those back that other rules held, once these no longer do", async () => {
    const ipKey = newAddress();
    const behindVpn = crowd(ipKey, 45).map((click) => ({ ...click, signals: [vpn] }));
    const campaignId = await campaignWithHeldClicks(behindVpn);
    await pass(7.1);
    expect(await count(campaignId)).toBe(1 + 25);
  });
});

it("looks at a campaign's held clicks once a day, and leaves forgotten ones to operators", async () => {
  const campaignId = await campaignWithHeldClicks();
  const setAddress = (address: string | null) => owner`
    update click_visitors v set ip = null, ip_key = ${address} from clicks c
    where c.id = v.id and c.campaign_id = ${campaignId}`;
  await setAddress(null);
  await expireHeldClicks(inDays(7.001), { ipData: lists() });
  await setAddress("81.9.9.9");
  await expireHeldClicks(inDays(7.5), { ipData: lists() });
  expect((await readState(campaignId)).clicks).toEqual(["held vpn", "held vpn", "valid"]);
  await expireHeldClicks(inDays(8.1), { ipData: lists() });
  expect((await readState(campaignId)).clicks).toEqual(["valid", "valid", "valid"]);
});

it("releases the rest of an ended campaign's escrow, before the decision and after it", async () => {
  const address = newAddress();
  const campaignId = await campaignWithHeldClicks([{ signals: [vpn], ipKey: address }]);
  const watermark = new Date(heldAt);
  const escrow = () => getBalance(db.sql, { kind: "escrow", ownerId: campaignId });
  await releaseEscrows(inDays(7), { watermark });
  expect(await escrow()).toBe(100n);
  await expireHeldClicks(inDays(7.001), { ipData: lists({ hosting: [address] }) });
  await releaseEscrows(inDays(7.001), { watermark });
  expect(await escrow()).toBe(0n);
  const [row] = await db.sql`select released_at from campaigns where id = ${campaignId}`;
  expect(row?.releasedAt).not.toBeNull();
});

it("pays a second time what an operator took back and held again", async () => {
  const campaignId = await campaignWithHeldClicks();
  const escrow = () => getBalance(db.sql, { kind: "escrow", ownerId: campaignId });
  await expireHeldClicks(inDays(7.001), { ipData: lists() });
  expect(await escrow()).toBe(4_700n);
  const operator = await operatorCtx(db, owner, inDays(7.5).now);
  const rows = await db.sql<{ id: string }[]>`
    select click_id as id from click_decisions where campaign_id = ${campaignId}`;
  const { actId } = await decideClicks(operator, {
    ...{ action: "reverse", category: "bot_traffic", clicks: { ids: rows.map(({ id }) => id) } },
    ...{ reason: "By mistake", dryRun: false },
  });
  expect(await escrow()).toBe(4_900n);
  await decideClicks(operator, {
    ...{ action: "hold", clicks: { group: { actId: actId ?? "" } } },
    ...{ reason: "It was a mistake", dryRun: false },
  });
  expect((await readState(campaignId)).clicks).toEqual(["held vpn", "held vpn", "valid"]);
  for (const days of [8.1, 9.2]) {
    await expireHeldClicks(inDays(days), { ipData: lists() });
    expect(await readState(campaignId)).toEqual({
      clicks: ["valid", "valid", "valid"],
      counted: { valid: 3 },
      claim: { clicks: 0n, micros: 0n },
    });
    expect(await escrow()).toBe(4_700n);
  }
});

it("leaves books and figures that are right, and visitors where the rules look for them", async () => {
  expect(
    await owner`select id from visited_clicks where accepted <> (verdict in ('valid', 'held'))`,
  ).toEqual([]);
  await expectRightBooks({ db });
  const figures = await verifyStats({ db });
  expect(figures.checks.filter((check) => check.differences.length > 0)).toEqual([]);
});

it("is the only change that the application may make to a judged click", async () => {
  const campaignId = await campaignWithHeldClicks();
  await expect(db.sql`update clicks set verdict = 'invalid'`).rejects.toThrow("permission denied");
  const changed = await db.sql`
    select * from invalidate_held_clicks(
      array(select id from clicks where campaign_id = ${campaignId} and verdict = 'valid'),
      array(select clicked_at from clicks where campaign_id = ${campaignId} and verdict = 'valid'),
      array['datacenter'], array['[]'::jsonb], 9)`;
  expect(changed).toHaveLength(0);
});
