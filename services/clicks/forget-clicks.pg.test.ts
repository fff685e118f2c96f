import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, expect, it } from "vitest";
import type { Ctx } from "../context";
import { sealDays, verifyBooks } from "../money/ledger";
import { decide } from "../operations/cases";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { appealClicks } from "./appeals";
import { forgetClicks, maintainPartitions } from "./retain";
import { settleClicks } from "./settle-clicks";

const { db, owner } = await createTestDatabase();
const old = new Date("2031-01-05T23:59:50Z");
const clock = { at: old };
const ctx = systemCtx(db, () => clock.at);
const all = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 10 };
let ids: string[] = [];
let appealed = "";

const campaign = await addCampaign(db);
const creatorId = await addUser(db);
const click = (seconds: number) => ({
  at: new Date(old.getTime() + seconds * 1_000),
  campaignId: campaign.id,
  creatorId,
  weakKey: "like:phone",
});
const bot = [{ signal: "known_bot" as const, evidence: {} }];

beforeAll(async () => {
  // The days around the real today, which every new database has.
  await sealDays(ctx);
  await forgetClicks(ctx);
  await maintainPartitions(ctx);
  const vpn = [{ signal: "vpn" as const, evidence: {} }];
  // The second day has a held click.
  ids = await addPendingClicks(db, [
    click(0),
    { ...click(1), signals: bot },
    click(20),
    { ...click(86_400 + 60), signals: vpn },
    click(86_400 + 61),
  ]);
  await settleClicks(ctx, { ...all, watermark: new Date("2031-01-09") });
  await owner`insert into links (campaign_id, creator_id, code) values (${campaign.id}, ${creatorId}, 'a')`;
  const creator: Ctx = { ...ctx, actor: { kind: "user", userId: asId<UserId>(creatorId) } };
  const text = "It was a person.";
  await appealClicks(creator, {
    campaignId: asId<CampaignId>(campaign.id),
    clickId: ids[1] ?? "",
    text,
  });
  const [open] = await db.sql<{ id: string }[]>`select id from cases`;
  appealed = open?.id ?? "";
});

async function inDaysAfter(days: number) {
  clock.at = new Date(Date.parse("2031-01-05T12:00:00Z") + days * 86_400_000);
  expect(await sealDays(ctx)).toEqual([]);
  return forgetClicks(ctx);
}

/** Of the hourly proof and of the whole one. */
async function differences() {
  const { checks } = await verifyBooks(ctx);
  const { checks: all } = await verifyBooks(ctx, { all: true });
  return [...checks, ...all].filter((check) => check.differences.length > 0);
}

async function stored() {
  const rows = await db.sql<{ id: string; known: boolean; verdict: string }[]>`
    select id, num_nonnulls(ip, ip_key, device_key, weak_key, user_agent) > 0 as known, verdict
    from visited_clicks where id = any (${ids}::uuid[])`;
  return ids.map((id) => rows.find((row) => row.id === id));
}

it("removes addresses, devices and user agents of a day that is old enough", async () => {
  const places = () => owner`select id, ctid, xmin from clicks order by id`;
  const before = await places();
  // The two days before, which have no clicks.
  expect(await inDaysAfter(90)).toEqual({ anonymised: 2, dropped: 0, kept: 0 });
  expect(await inDaysAfter(91)).toEqual({ anonymised: 1, dropped: 0, kept: 0 });
  expect(await inDaysAfter(91)).toEqual({ anonymised: 0, dropped: 0, kept: 0 });
  const rows = await stored();
  expect(rows.map((row) => row?.known)).toEqual([false, false, true, true, true]);
  expect(rows.map((row) => row?.verdict)).toEqual(["valid", "invalid", "valid", "held", "valid"]);
  expect(await differences()).toEqual([]);
  // No row was written again.
  expect(await places()).toEqual(before);
});

it("removes them of a click that arrives after its day was forgotten", async () => {
  const [id = ""] = await addPendingClicks(db, [{ ...click(2), signals: bot }]);
  await settleClicks(ctx, { ...all, watermark: new Date("2031-01-09") });
  const known = () => db.sql`select from visited_clicks where id = ${id} and ip is not null`;
  expect(await known()).toHaveLength(1);
  await inDaysAfter(91);
  expect(await known()).toHaveLength(0);
});

it("drops a day later, and the books still account for all that it paid", async () => {
  expect(await inDaysAfter(401)).toMatchObject({ dropped: 3 });
  expect((await stored()).map((row) => row === undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(await differences()).toEqual([]);
  expect(await inDaysAfter(401)).toEqual({ anonymised: 0, dropped: 0, kept: 0 });
});

it("pays nothing for an appeal about clicks that are no longer kept", async () => {
  const operator = await operatorCtx(db, owner, () => clock.at);
  const answer = { id: appealed, dryRun: false, wholeHost: false, category: "other" as const };
  const decideNow = (act: "accept" | "decline") =>
    decide(operator, {
      ...{ ...answer, act, reason: "Too late.", limitMicros: null, trustedHosts: [] },
    });
  await expect(decideNow("accept")).rejects.toThrow("no longer kept");
  expect((await decideNow("decline")).applied).toBe(true);
  expect(await differences()).toEqual([]);
});

it("keeps a day with undecided clicks", async () => {
  expect(await inDaysAfter(403)).toMatchObject({ dropped: 1, kept: 1 });
  expect((await stored()).map((row) => row !== undefined)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(await differences()).toEqual([]);
});

it("keeps a day that is not sealed, or that later clicks reopened", async () => {
  clock.at = new Date("2032-12-01");
  await maintainPartitions(ctx);
  clock.at = new Date("2035-01-01");
  expect(await forgetClicks(ctx)).toMatchObject({ dropped: 5, kept: 11 });
  await sealDays(ctx);
  const again = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 10, watermark: clock.at };
  await addPendingClicks(db, [{ ...click(0), at: new Date("2032-11-30T01:00:00Z") }]);
  await settleClicks(ctx, again);
  expect(await forgetClicks(ctx)).toMatchObject({ dropped: 9, kept: 2 });
  expect(await differences()).toEqual([]);
});

it("shows in the whole proof when a dropped day's sums are tampered with", async () => {
  await owner`update dropped_sums set clicks = clicks + 1 where transaction_id is not null`;
  expect((await differences()).map(({ name }) => name)).toEqual([
    "paid_clicks_equal_payouts",
    "settlements_equal_clicks",
  ]);
  await owner`update dropped_sums set clicks = clicks + 1 where settlement_id is null and verdict = 'valid'`;
  expect((await differences()).map(({ name }) => name)).toEqual([
    "paid_clicks_equal_payouts",
    "settlements_equal_clicks",
    "link_totals_equal_clicks",
    "quarters_equal_clicks",
    "days_equal_clicks",
  ]);
});

it("stores a user agent or referrer of several clicks once a day, one of a single click with it, and forgets both", async () => {
  clock.at = new Date("2033-03-01T12:00:00Z");
  await maintainPartitions(ctx);
  const agents = ["shared", "shared", "own", null, 'it\'s \\ "q" ü', 'it\'s \\ "q" ü'];
  // A text that is both of one click is not shared.
  const referrers = ["http://a.test/", null, "own", "http://a.test/", null, "http://b.test/"];
  const later = agents.map((userAgent, n) => ({
    ...{ ...click(0), signals: bot, userAgent, referrer: referrers[n] ?? null },
    at: new Date(clock.at.getTime() + n * 60_000),
  }));
  const added = await addPendingClicks(db, later);
  await settleClicks(ctx, { ...all, watermark: new Date("2033-03-02") });
  const read = async () => {
    const rows = await db.sql<{ id: string; userAgent: string | null; referrer: string | null }[]>`
      select id, user_agent, referrer from visited_clicks where id = any (${added}::uuid[])`;
    const found = added.map((id) => rows.find((row) => row.id === id));
    return [found.map((row) => row?.userAgent), found.map((row) => row?.referrer)];
  };
  const shared = () => db.sql<{ text: string }[]>`select text from click_texts order by 1`;
  expect(await read()).toEqual([agents, referrers]);
  expect((await shared()).map(({ text }) => text)).toEqual([
    "http://a.test/",
    'it\'s \\ "q" ü',
    "shared",
  ]);
  // Another batch finds it. If another text has the hash of one, that one stays with its click.
  await owner`update click_texts set text = 'another' where text <> 'shared'`;
  added.push(
    ...(await addPendingClicks(
      db,
      later.map((each) => ({ ...each, id: crypto.randomUUID() })),
    )),
  );
  await settleClicks(ctx, { ...all, watermark: new Date("2033-03-02") });
  const second = (await read()).map((texts) => texts.slice(agents.length));
  expect(second).toEqual([agents, referrers]);
  expect(await shared()).toHaveLength(3);
  clock.at = new Date("2033-07-01T12:00:00Z");
  await forgetClicks(ctx);
  expect(await shared()).toEqual([]);
  expect(new Set((await read()).flat())).toEqual(new Set([null]));
});
