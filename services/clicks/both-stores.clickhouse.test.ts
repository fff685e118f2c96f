import { campaignClicksQuerySchema } from "@fairclick/core/clicks/campaign-clicks";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { findMovedBefore } from "@fairclick/sql/clicks/pending-clicks";
import { openClickHouse } from "@fairclick/sql/db/clickhouse";
import type { Tx } from "@fairclick/sql/db/client";
import { afterEach, expect, it, vi } from "vitest";
import type { Page } from "../context";
import { openExportPlaces } from "../files";
import { readKept, type Since } from "./both-stores";
import { moveClickDays } from "./move-days";
import { exportCampaignClicks, listClicksOfOwnCampaign, listClicksOfOwnLink } from "./read-clicks";
import { addMovingCampaigns, addOldClicks, now, openMovingWorld } from "./testing/moving-world";

const world = await openMovingWorld();
const { db, owner, clickhouse, config, ctx } = world;
const links = await addMovingCampaigns(db, owner);
// The last of these days are too young to move.
for (let n = 0; n < 10; n += 1) {
  await addOldClicks(world, links, { days: 3, clicks: 8 });
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
const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString();
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
};

async function exportAll(): Promise<string> {
  const openPlace = () => openExportPlaces()({ userId: "somebody", network: "home" });
  return new Response(await exportCampaignClicks(developer, { id: campaignId, openPlace })).text();
}

async function readLists() {
  const read: Record<string, Awaited<ReturnType<typeof readToEnd>>> = {};
  for (const [name, list] of Object.entries(lists)) read[name] = await readToEnd(list);
  return read;
}

const before = { lists: await readLists(), csv: await exportAll() };
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
    expect([name, items.length > 0]).toEqual([name, true]);
  }
  expect(await readLists()).toEqual(before.lists);
});

it("exports the same", async () => {
  expect(await exportAll()).toBe(before.csv);
});

it("reads what Postgres has while ClickHouse is away, and says from when", async () => {
  db.clickhouse = away;
  for (const [name, list] of Object.entries(lists)) {
    const items = before.lists[name]?.items.filter(({ id }) => here.has(id));
    expect([name, await readToEnd(list)]).toEqual([name, { items, since }]);
  }
  await expect(exportAll()).rejects.toMatchObject({ code: "unavailable" });
  db.clickhouse = clickhouse;
  expect(await exportAll()).toBe(before.csv);
  await away.close();
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
  const read = (await readToEnd(ofLink({}))).items.map(({ id }) => id);
  expect(clicks.filter((id) => read.includes(id)).length).toBeGreaterThan(0);
});

it("lets no day move that is being read", async () => {
  const clicks = await addOldClicks(world, links, { days: 1, clicks: 10 });
  let moving: Promise<unknown> = Promise.resolve();
  const within = async () => {
    moving = moveClickDays(later);
    await vi.waitFor(async () => {
      const [waiting] = await owner`
        select from pg_locks where not granted and relation = 'clicks'::regclass`;
      expect(waiting).toBeDefined();
    });
  };
  const { kept, days } = await readWhile(clicks, { within });
  expect(kept).toHaveLength(10);
  expect(kept.every(({ clickedAt }) => days && clickedAt >= days.before)).toBe(true);
  expect(await moving).toMatchObject({ waiting: null });
  expect((await owner`select from clicks where id = any (${clicks}::uuid[])`).length).toBe(0);
});
