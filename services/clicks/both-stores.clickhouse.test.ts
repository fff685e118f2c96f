import { campaignClicksQuerySchema } from "@fairclick/core/clicks/campaign-clicks";
import { clicksQuerySchema } from "@fairclick/core/clicks/flagged-clicks";
import { type TopKind, topClicksQuerySchema, topKinds } from "@fairclick/core/clicks/stats";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { findMovedBefore } from "@fairclick/sql/clicks/pending-clicks";
import { openClickHouse } from "@fairclick/sql/db/clickhouse";
import type { Tx } from "@fairclick/sql/db/client";
import { afterEach, expect, it } from "vitest";
import type { Page } from "../context";
import { openExportPlaces } from "../files";
import { sealDays } from "../money/ledger";
import { decideCase, showDecided } from "../operations/cases";
import { operatorCtx } from "../testing/operator-ctx";
import { appealClicks } from "./appeals";
import { readKept, type Since } from "./both-stores";
import { decideClicks } from "./decide-clicks";
import { listFlaggedClicks, listTopClicks, showFlaggedClick } from "./flagged-clicks";
import { moveClickDays } from "./move-days";
import { objectToClicks } from "./objections";
import { exportCampaignClicks, listClicksOfOwnCampaign, listClicksOfOwnLink } from "./read-clicks";
import { replayClicks } from "./replay";
import { readBreakdown } from "./stats";
import { addMovingCampaigns, addOldClicks, now, openMovingWorld } from "./testing/moving-world";

const world = await openMovingWorld();
const { db, owner, clickhouse, config, ctx, operator } = world;
const links = await addMovingCampaigns(db, owner);
// The last of these days are too young to move.
const ids: string[] = [];
for (let n = 0; n < 10; n += 1) {
  ids.push(...(await addOldClicks(world, links, { days: 3, clicks: 8 })));
}
const [campaign] = links.campaigns;
const campaignId = asId<CampaignId>(campaign?.id ?? "");
const creatorId = asId<UserId>(links.creators[0] ?? "");
const developer = { ...ctx, actor: { kind: "user", userId: campaign?.developerId } as never };
const creator = { ...ctx, actor: { kind: "user", userId: creatorId } as never };

type Read = (cursor: string | undefined) => Promise<Page<{ id: string }> & Since>;

async function readToEnd(read: Read) {
  const items: { id: string }[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page: Page<{ id: string }> & Since = await read(cursor);
    items.push(...page.items);
    if (page.nextCursor === null) return { items, since: page.since };
    cursor = page.nextCursor;
  }
}

const ofCampaign =
  (filter: object): Read =>
  (cursor) => {
    const query = campaignClicksQuerySchema.parse({ limit: 30, cursor, ...filter });
    return listClicksOfOwnCampaign(developer, { id: campaignId, ...query });
  };
const ofLink =
  (filter: object): Read =>
  (cursor) =>
    listClicksOfOwnLink(creator, { campaignId, limit: 30, cursor, ...filter });
const flagged =
  (filter: object): Read =>
  (cursor) =>
    listFlaggedClicks(operator, clicksQuerySchema.parse({ limit: 30, cursor, ...filter }));

const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString();
const link = { campaign: campaignId, creator: creatorId };
const lists: Record<string, Read> = {
  "every click of a campaign": ofCampaign({}),
  "refused ones": ofCampaign({ verdict: "invalid" }),
  "those of a category": ofCampaign({ category: "Bot traffic" }),
  "those of a creator": ofCampaign({ creator: creatorId }),
  "those of a country": ofCampaign({ country: "US" }),
  "those without a country": ofCampaign({ country: "unknown" }),
  "those of a device": ofCampaign({ device: "phone" }),
  "those of a span": ofCampaign({ from: day(80), to: day(58) }),
  "those of moved days": ofCampaign({ from: day(80), to: day(70) }),
  "every click of a link": ofLink({}),
  "paid ones of a link": ofLink({ verdict: "valid" }),
  "flagged clicks": flagged({}),
  "flagged clicks of a campaign": flagged({ campaign: campaignId }),
  "those with a signal": flagged({ signal: "known_bot" }),
  "all of a link": flagged({ verdict: "any", ...link }),
  "all of an address": flagged({ verdict: "any", address: "10.2.2.1" }),
  "all of a network": flagged({ verdict: "any", address: "10.0.0.0/9" }),
  "all of a network of IPv6": flagged({ verdict: "any", address: "2001:db8:1::/48" }),
  "all of an address of IPv6": flagged({ verdict: "any", address: "2001:db8:1:1::7" }),
  "those with an appeal": flagged({ appealed: "true" }),
};

const tops = [
  ...topKinds.map((by) => ({ by, limit: 500 })),
  { by: "creator", verdict: "flagged", limit: 3 },
  { by: "device", address: "10.0.0.0/9", with: "country", value: "US", limit: 500 },
];

/** Reads what `names` select. With `to`, all of these clicks have moved. */
async function readTops(to: string, names: readonly string[]) {
  const read: object[] = [];
  for (const top of tops) {
    const query = topClicksQuerySchema.parse({ from: day(100), to, ...top });
    const { rows, counted } = await listTopClicks(operator, query);
    const pick = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
    read.push({ rows: rows.map(pick), counted });
  }
  return read;
}

const limits = { clicks: 100_000, pages: 8_000, merged: 2 };

/** Counts of the values on the lists by most kinds, all of them. Of the others each store lists only two. */
async function readCounts() {
  const counts: Record<string, object> = {};
  for (const by of topKinds) {
    const query = topClicksQuerySchema.parse({ from: day(100), to: day(0), by, limit: 500 });
    for (const row of (await listTopClicks(operator, query, limits)).rows) {
      counts[`${by} ${row.value}`] = Object.fromEntries(
        added.map((name) => [name, Reflect.get(row, name)]),
      );
    }
  }
  return counts;
}

const added = [
  "value",
  "clicks",
  "percent",
  "valid",
  "invalid",
  "held",
  "unpaid",
  "paidMicros",
].concat(["heldMicros", "firstClickedAt", "lastClickedAt"]);
/** Of a link or device with clicks in both stores only one is counted. */
const allFacts = [...added, "links", "creators", "devices"];

const dimensions = ["country", "device", "browser", "referrer"] as const;

async function readBreakdowns() {
  const read: Awaited<ReturnType<typeof readBreakdown>>[] = [];
  for (const [n, dimension] of dimensions.entries()) {
    const creator = n % 2 === 0 ? null : creatorId;
    for (const [timeZone, from, to] of [
      ["Asia/Kolkata", day(84), day(58)],
      ["America/Lima", day(75), day(70)],
    ] as const) {
      const query = { dimension, from, to, step: "day", timeZone, limit: 2 } as const;
      const scope = { campaignId, creatorId: creator };
      read.push(await readBreakdown(db, { scope, query, now }));
    }
  }
  return read;
}

const crowded = { addressClicks: 1, networkClicks: 1, networkPercent: 1, addressHours: 168 };

/** Judges the clicks of moved days again: with the policy in force, and with others. */
async function readReplays() {
  const replays: Awaited<ReturnType<typeof replayClicks>>[] = [];
  for (const policy of [{}, { effects: { known_bot: "note" as const } }, crowded]) {
    const span = { from: day(88), to: day(68) };
    replays.push(await replayClicks(ctx, { ...span, policy, windowSeconds: 60 }));
  }
  return replays;
}

async function exportAll(): Promise<string> {
  const openPlace = () => openExportPlaces()({ userId: "somebody", network: "home" });
  return new Response(await exportCampaignClicks(developer, { id: campaignId, openPlace })).text();
}

async function readLists() {
  const read: Record<string, Awaited<ReturnType<typeof readToEnd>>> = {};
  for (const [name, list] of Object.entries(lists)) read[name] = await readToEnd(list);
  return read;
}

async function readShown() {
  const shown: object[] = [];
  for (const id of ids.filter((_, n) => n % 41 === 0)) {
    shown.push(await showFlaggedClick(operator, { id }));
  }
  return { shown, csv: await exportAll() };
}

/** Answers appeals about two groups of refused clicks, and an objection to a paid one; no group alike is left. */
async function answerCases(): Promise<string[]> {
  for (const [n, state] of (["accepted", "declined", "accepted"] as const).entries()) {
    const verdict = n === 2 ? "valid" : "invalid";
    const [click] = await owner<{ id: string; at: Date }[]>`
      select id, clicked_at as at from clicks k where campaign_id = ${campaignId} and creator_id = ${creatorId}
        and verdict = ${verdict} and clicked_at > ${day(85)} and not exists (
          select from cases where about ->> 'day' = (k.clicked_at at time zone 'UTC')::date::text
        ) order by id limit 1`;
    const clickId = click?.id ?? "";
    const then = () => new Date(Number(click?.at) + 2 * 86_400_000);
    const input = { campaignId, clickId, text: "Please look." };
    if (n < 2) await appealClicks({ ...creator, now: then }, input);
    else await objectToClicks({ ...developer, now: then }, { ...input, id: campaignId });
    const [open] = await owner<{ id: string }[]>`select id from cases where state = 'open'`;
    const decision = { id: open?.id ?? "", state, reason: "a test", dryRun: false } as const;
    const terms = { category: "bot_traffic", limitMicros: 10n ** 12n, trustedHosts: [] } as const;
    await decideCase(await operatorCtx(db, owner, then), { ...decision, ...terms });
  }
  expect(await sealDays(ctx)).toEqual([]);
  return (await owner<{ id: string }[]>`select id from cases order by id`).map(({ id }) => id);
}
const cases = await answerCases();

async function readCases() {
  const shown: Awaited<ReturnType<typeof showDecided>>[] = [];
  for (const id of cases) shown.push(await showDecided(operator, id));
  return shown;
}

const before = {
  cases: await readCases(),
  ...{ lists: await readLists(), shown: await readShown(), breakdowns: await readBreakdowns() },
  ...{ counts: await readCounts(), replays: await readReplays() },
  ...{ moved: await readTops(day(63), allFacts), tops: await readTops(day(0), added) },
};
await moveClickDays(ctx, { chunk: 50 });
const since = await findMovedBefore(db.sql);
const stored = await owner<{ id: string }[]>`select id from clicks`;
const here = new Set(stored.map(({ id }) => id));
const away = openClickHouse({ ...config, url: "http://127.0.0.1:9" });
afterEach(() => {
  db.clickhouse = clickhouse;
});

it("lists the same clicks after days have moved", async () => {
  expect(here.size).toBeGreaterThan(8);
  expect(here.size).toBeLessThan(60);
  for (const [name, { items, since }] of Object.entries(before.lists)) {
    expect(since).toBeNull();
    expect([name, items.length > 0]).toEqual([name, name !== "those with an appeal"]);
  }
  expect(await readLists()).toEqual(before.lists);
});

it("shows and exports the same", async () => {
  expect(await readShown()).toEqual(before.shown);
});

it("shows the clicks of a closed case, and says from when it can while ClickHouse is away", async () => {
  expect(before.cases.map(({ clicks }) => clicks.length)).toEqual([1, 1, 1]);
  expect(before.cases.flatMap(({ clicks }) => clicks).filter(({ id }) => here.has(id))).toEqual([]);
  expect(await readCases()).toEqual(before.cases);
  db.clickhouse = away;
  expect(await readCases()).toEqual(before.cases.map((shown) => ({ ...shown, clicks: [], since })));
});

it("counts the same to the cent", async () => {
  expect(await readBreakdowns()).toEqual(before.breakdowns);
  expect(await readTops(day(63), allFacts)).toEqual(before.moved);
  expect(await readTops(day(0), added)).toEqual(before.tops);
});

it("counts in full what is frequent in one store and rare in the other", async () => {
  const counts = await readCounts();
  expect(Object.keys(counts).length).toBeGreaterThan(topKinds.length);
  expect(before.counts).toMatchObject(counts);
});

it("replays clicks of moved days with the same verdicts", async () => {
  expect(await readReplays()).toEqual(before.replays);
  expect(new Set(before.replays.map(({ changed }) => changed)).size).toBeGreaterThan(1);
  const span = { from: day(70), to: day(50) };
  const mixed = replayClicks(ctx, { ...span, policy: {}, windowSeconds: 60 });
  await expect(mixed).rejects.toMatchObject({ code: "validation" });
});

it("reads what Postgres has while ClickHouse is away, and says from when", async () => {
  db.clickhouse = away;
  for (const [name, list] of Object.entries(lists)) {
    const items = before.lists[name]?.items.filter(({ id }) => here.has(id));
    expect([name, await readToEnd(list)]).toEqual([name, { items, since }]);
  }
  for (const top of await readTops(day(0), added)) {
    expect(top).toMatchObject({ counted: { from: since } });
  }
  const [shorter] = await readBreakdowns();
  expect(Number(shorter?.from)).toBeGreaterThan(Number(before.breakdowns[0]?.from));
  await expect(exportAll()).rejects.toMatchObject({ code: "unavailable" });
  const [id = ""] = ids;
  await expect(showFlaggedClick(operator, { id })).rejects.toMatchObject({ code: "unavailable" });
  db.clickhouse = clickhouse;
  expect(await showFlaggedClick(operator, { id })).toMatchObject({ click: { id } });
  await away.close();
});

it("goes on with a list where ClickHouse stopped, and cuts no export short", async () => {
  const list = ofCampaign({});
  const all = before.lists["every click of a campaign"]?.items ?? [];
  const read: { id: string }[] = [];
  let cursor: string | undefined;
  while (all.length - read.length > 40) {
    const page: Awaited<ReturnType<Read>> = await list(cursor);
    read.push(...page.items);
    cursor = page.nextCursor ?? "";
  }
  db.clickhouse = openClickHouse({ ...config, url: "http://127.0.0.1:9" });
  expect(await list(cursor)).toMatchObject({ items: [], nextCursor: null, since });
  const gone = db.clickhouse.read;
  let reads = 0;
  const readOnce: typeof gone = (...asked) => {
    reads += 1;
    return (reads === 1 ? clickhouse.read : gone)(...asked) as never;
  };
  db.clickhouse = { ...clickhouse, read: readOnce };
  await expect(exportAll()).rejects.toThrow("ClickHouse stopped");
  db.clickhouse = clickhouse;
  const rest = await readToEnd((next) => list(next ?? cursor));
  expect([...read, ...rest.items]).toEqual(all);
});

const later = { ...ctx, now: () => new Date(now.getTime() + 30 * 86_400_000) };

/** Reads clicks in Postgres. `before` runs after the transaction has its snapshot. */
function readWhile(
  clicks: string[],
  act: { before?: () => Promise<void>; within?: () => Promise<void> },
) {
  const begins = Reflect.get(db.transactions, "begin") as (...args: unknown[]) => Promise<unknown>;
  const begin = (mode: string, work: (tx: unknown) => Promise<unknown>) =>
    begins(mode, async (tx: typeof db.sql) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`select now()`;
      await act.before?.();
      return work(tx);
    });
  const transactions = new Proxy(db.transactions, {
    get: (target, name) => (name === "begin" ? begin : Reflect.get(target, name)),
  });
  const read = async (tx: Tx) => {
    await act.within?.();
    return tx<{ id: string; clickedAt: Date }[]>`
      select id, clicked_at from clicks where id = any (${clicks}::uuid[])`;
  };
  return readKept({ ...db, transactions }, read, { isolation: "repeatable read" });
}

it("finds a day in one of the stores that moves before it is read", async () => {
  const clicks = await addOldClicks(world, links, { days: 1, clicks: 10 });
  const before = async () => void (await moveClickDays(later));
  const { kept, days } = await readWhile(clicks, { before });
  expect(kept).toEqual([]);
  expect(days?.before).toEqual(await findMovedBefore(db.sql));
  const [id = ""] = clicks;
  expect(await showFlaggedClick(operator, { id })).toMatchObject({ click: { id } });
});

it("lets no day move that is being read", async () => {
  const clicks = await addOldClicks(world, links, { days: 1, clicks: 10 });
  let moving: Promise<unknown> = Promise.resolve();
  const within = async () => {
    let isOver = false;
    moving = moveClickDays(later).finally(() => {
      isOver = true;
    });
    const waits = () => owner`
      select from pg_locks where not granted and relation = 'clicks'::regclass`;
    while (!isOver && (await waits()).length === 0) await Bun.sleep(5);
    expect(isOver).toBe(false);
  };
  const { kept, days } = await readWhile(clicks, { within });
  expect(kept).toHaveLength(10);
  expect(kept.every(({ clickedAt }) => days && clickedAt >= days.before)).toBe(true);
  expect(await moving).toMatchObject({ waiting: null });
  expect((await owner`select from clicks where id = any (${clicks}::uuid[])`).length).toBe(0);
});

it("lists the same among thousands of values, and the same of equal ones", async () => {
  const [id = ""] = await addOldClicks(world, links, { days: 1, clicks: 9_000 });
  for (const { id: campaignId } of links.campaigns) {
    const clicks = { group: { campaignId } };
    await decideClicks(operator, { action: "reject", clicks, reason: "a test", dryRun: false });
  }
  expect(await sealDays(ctx)).toEqual([]);
  await owner`analyze`;
  const [{ from, to } = { from: now, to: now }] = await owner<{ from: Date; to: Date }[]>`
    select date_trunc('day', clicked_at, 'UTC') as from, date_trunc('day', clicked_at, 'UTC') + interval '1 day' as to
    from clicks where id = ${id}`;
  const read = async (by: TopKind) => {
    const span = { from: from.toISOString(), to: to.toISOString() };
    const query = topClicksQuerySchema.parse({ ...span, by, limit: 500 });
    return listTopClicks(operator, query);
  };
  const kinds = ["address", "/24", "/48"] as const;
  const kept = await Promise.all(kinds.map(read));
  expect(await moveClickDays(later)).toMatchObject({ waiting: null });
  expect(kept).toMatchObject(await Promise.all(kinds.map(read)));
  const clicks = new Set(kept[0]?.rows.map((row) => row.clicks));
  expect(kept[0]).toMatchObject({ rows: { length: 500 }, counted: { clicks: 9_000 } });
  expect([...clicks]).toEqual([7, 6]);
});
