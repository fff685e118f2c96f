import { join } from "node:path";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import type { AppError } from "@fairclick/core/errors";
import { retentionDays } from "@fairclick/core/operations/privacy";
import { movedClicksSchema } from "@fairclick/sql/clicks/moved-clicks";
import { bind, type ClickHouse, ch, openClickHouse, verbatim } from "@fairclick/sql/db/clickhouse";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { expect, it, vi } from "vitest";
import { sealDays } from "../money/ledger";
import { expectRightBooks } from "../testing/expect-right-books";
import { addPendingClicks } from "../testing/marketplace";
import { decideClicks } from "./decide-clicks";
import { moveClickDays } from "./move-days";
import { recordOrPark } from "./record-clicks";
import { replayClicks } from "./replay";
import { settleClicks } from "./settle-clicks";
import {
  addMovingCampaigns,
  addOldClicks,
  now,
  openMovingWorld,
  readKept,
  readMoved,
} from "./testing/moving-world";

const world = await openMovingWorld();
const { db, owner, url, clickhouse, config, ctx, operator } = world;
const links = await addMovingCampaigns(db, owner);
const chunk = 7;

async function countKept(): Promise<number> {
  return (await owner`select from clicks`).length;
}

async function expectAllMoved(before: readonly Record<string, string | null>[]) {
  const moved = await readMoved(db, clickhouse);
  const ids = new Set(before.map(({ id }) => id));
  expect(moved.filter(({ id }) => ids.has(id ?? null))).toEqual([...before]);
  expect(await countKept()).toBe(0);
  await expectRightBooks(ctx);
}

it("lets ClickHouse forget who clicked once it is time, and nothing of the money", async () => {
  const personal = ["ip", "ipKey", "deviceKey", "userAgent", "referrer", "weakKey"];
  const { clickAddresses } = retentionDays;
  const old = await addOldClicks(world, links, {
    ...{ days: 2, clicks: 20, daysAgo: clickAddresses + 2 },
  });
  await addOldClicks(world, links, { days: 1, clicks: 20 });
  await moveClickDays(ctx, { chunk });
  const before = await readMoved(db, clickhouse);
  const known = before.flatMap((row) => personal.filter((name) => row[name] !== null));
  expect(new Set(known)).toEqual(new Set(personal.filter((name) => name !== "referrer")));
  await clickhouse.execute(verbatim("optimize table clicks final"), 60_000);
  const numbers = await clickhouse.read(ch`
    select id in ${bind.uuids(old)} as isOld, count(device) > 0 as devices, count(address) > 0 as addresses
    from clicks group by isOld order by isOld`);
  expect(numbers).toEqual([
    { isOld: 0, devices: 1, addresses: 1 },
    { isOld: 1, devices: 0, addresses: 0 },
  ]);
  const forgotten = Object.fromEntries(personal.map((name) => [name, null]));
  expect(await readMoved(db, clickhouse)).toEqual(
    before.map((row) => (old.includes(row.id ?? "") ? { ...row, ...forgotten } : row)),
  );
  await expectRightBooks(ctx);
});

it("moves every click with all that Postgres knew of it, once", async () => {
  await addOldClicks(world, links, { days: 2, clicks: 40 });
  const before = await readKept(owner);
  expect(new Set(before.map(({ verdict }) => verdict))).toEqual(new Set(["valid", "invalid"]));
  const { days, waiting } = await moveClickDays(ctx, { chunk });
  expect({ days: days.length, waiting }).toEqual({ days: 2, waiting: null });
  await expectAllMoved(before);
  expect(await moveClickDays(ctx, { chunk })).toEqual({ days: [], waiting: null });
});

it("loses and doubles nothing if it is killed before any of its steps", async () => {
  const days = 7;
  await addOldClicks(world, links, { days, clicks: 20 });
  const before = await readKept(owner);
  const script = join(import.meta.dirname, "testing", "move-process.ts");
  // A day has twenty: the tables, what needs it, its partition, two inserts, the sums, the comparison, the drop.
  const steps = 24;
  let kills = 0;
  for (let step = 1; step <= steps; step += 1) {
    const args = [url, JSON.stringify(config), now.toISOString(), `${step}`, "10"];
    const process = Bun.spawn([globalThis.process.execPath, script, ...args]);
    await process.exited;
    if (process.signalCode === "SIGKILL") kills += 1;
  }
  expect(kills).toBe(steps);
  await vi.waitFor(() => moveClickDays(ctx, { chunk }), { timeout: 60_000 });
  await expectAllMoved(before);
});

/** Answers every request like this. */
function serve(answer: () => Response | Promise<Response>) {
  const error = () => new Response("", { status: 502 });
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer, error });
  const bad = openClickHouse({ ...config, url: `http://127.0.0.1:${server.port}` });
  return { bad, stop: async () => [await bad.close(), await server.stop(true)] };
}

const faults = {
  "answers an error": () => Promise.reject(new Error("closed")),
  hangs: () => new Promise<Response>(() => {}),
  "answers a page": () => new Response("<html>gateway</html>"),
  "answers nothing": () => new Response(""),
  "answers half a row": () => new Response('{"settlementId":"0'),
  "answers other sums": () =>
    new Response('{"settlementId":null,"clicks":"1","verdict":"valid"}\n'),
  "is full": () =>
    new Response("Code: 243. DB::Exception: no space (NOT_ENOUGH_SPACE)", { status: 500 }),
};

it.each(Object.entries(faults))(
  "waits, and goes on later, if ClickHouse %s at any step",
  async (_, answer) => {
    await addOldClicks(world, links, { days: 1, clicks: 20 });
    const before = await readKept(owner);
    const { bad, stop } = serve(answer);
    const limits = { chunk: 10, insertMs: 500, sumMs: 500 };
    let refused = 0;
    // A server that lies about the first step, the tables, does no harm if they are there.
    for (const broken of [4, 3, 2, 1]) {
      let step = 0;
      const next = () => {
        step += 1;
        return step === broken ? bad : clickhouse;
      };
      db.clickhouse = {
        ...clickhouse,
        execute: (statement) => next().execute(statement, 500),
        insert: (rows) => next().insert(rows),
        read: (statement, timeoutMs) => next().read(statement, timeoutMs),
      };
      const code = await moveClickDays(ctx, limits).then(
        () => null,
        (error: AppError) => error.code,
      );
      if (code === null) break;
      expect(["unavailable", "conflict"]).toContain(code);
      expect(await readKept(owner)).toEqual(before);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(2);
    db.clickhouse = clickhouse;
    await moveClickDays(ctx, { chunk: 10 });
    await expectAllMoved(before);
    await stop();
  },
);

it("keeps a day whose clicks were decided while it was copied, and moves it later", async () => {
  const ids = await addOldClicks(world, links, { days: 1, clicks: 20 });
  const reverseOne = async () => {
    const [paid] = await owner<{ id: string }[]>`
      select id from clicks where verdict = 'valid' and id = any (${ids}::uuid[]) order by id limit 1`;
    const clicks = { ids: [paid?.id ?? ""] };
    const act = { action: "reverse", category: "bot_traffic", clicks, reason: "a test" } as const;
    expect(await decideClicks(operator, { ...act, dryRun: false })).toMatchObject({ clicks: 1 });
  };
  const meanwhile: Record<string, (act: () => Promise<void>) => Db> = {
    insert: (act) => ({
      ...db,
      clickhouse: { ...clickhouse, insert: (rows) => clickhouse.insert(rows).then(act) },
    }),
    sums: (act) => {
      const read: ClickHouse["read"] = async (...args) => {
        const rows = await clickhouse.read<never>(...args);
        await act();
        return rows;
      };
      return { ...db, clickhouse: { ...clickhouse, read } };
    },
    // The transactions of a move: what needs the day, its partition, the comparison, the drop.
    drop: (act) => {
      let begun = 0;
      const begins = Reflect.get(db.transactions, "begin") as (
        ...args: never[]
      ) => Promise<unknown>;
      const begin = async (...args: [never, never]) => {
        begun += 1;
        if (begun === 4) await act();
        return begins(...args);
      };
      const transactions = new Proxy(db.transactions, {
        get: (target, name) => (name === "begin" ? begin : Reflect.get(target, name)),
      }) as Sql;
      return { ...db, transactions };
    },
  };
  for (const interrupt of Object.values(meanwhile)) {
    let decided = false;
    const faulty = interrupt(async () => {
      if (!decided) await reverseOne();
      decided = true;
    });
    const moving = moveClickDays({ ...ctx, db: faulty }, { chunk });
    await expect(moving).rejects.toMatchObject({ code: "conflict" });
    expect(decided).toBe(true);
    expect(await countKept()).toBe(20);
  }
  const before = await readKept(owner);
  await moveClickDays(ctx, { chunk });
  await expectAllMoved(before);
});

it("moves a day once, however many do it", async () => {
  await addOldClicks(world, links, { days: 3, clicks: 30 });
  const before = await readKept(owner);
  await Promise.allSettled([1, 2, 3].map(() => moveClickDays(ctx, { chunk })));
  await moveClickDays(ctx, { chunk });
  await expectAllMoved(before);
});

it("waits for a day while something needs its clicks, and for all later days", async () => {
  const [campaign, creatorId] = [links.campaigns[0], links.creators[0] ?? ""];
  const [id = ""] = await addOldClicks(world, links, { days: 2, clicks: 10 });
  const [first] = await owner<{ day: string; at: Date }[]>`
    select (clicked_at at time zone 'UTC')::date::text as day, clicked_at as at from clicks where id = ${id}`;
  const { day = "", at = now } = first ?? {};
  const expectWaiting = async (need: string, clicks: number) => {
    expect(await moveClickDays(ctx, { chunk })).toEqual({ days: [], waiting: { day, need } });
    expect(await countKept()).toBe(clicks);
  };
  await addPendingClicks(db, [
    { at, campaignId: campaign?.id ?? "", creatorId, signals: [{ signal: "vpn", evidence: {} }] },
  ]);
  await expectWaiting("clicks that are not judged", 20);
  await settleClicks(ctx, {
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 100,
    watermark: now,
  });
  await expectWaiting("held clicks", 21);
  const reject = {
    action: "reject",
    clicks: { group: { campaignId: campaign?.id } },
    reason: "a test",
  } as const;
  expect(await decideClicks(operator, { ...reject, dryRun: false })).toMatchObject({ clicks: 1 });
  await expectWaiting("a proof of the day", 21);
  expect(await sealDays(ctx)).toEqual([]);
  const kept = await readKept(owner);
  expect(await moveClickDays(ctx, { chunk })).toMatchObject({ waiting: null });
  await expectAllMoved(kept);
});

it("pays a held click after its neighbours have moved, in both stores the same", async () => {
  const [campaign, creatorId = ""] = [links.campaigns[0], links.creators[0]];
  const ids = await addOldClicks(world, links, { days: 2, clicks: 10 });
  const [day] = await owner<{ ends: Date }[]>`
    select date_trunc('day', clicked_at, 'UTC') + interval '1 day' as ends from clicks where id = ${ids[0] ?? ""}`;
  const ends = day?.ends.getTime() ?? 0;
  // One address, before and after midnight.
  const visits = [-20_000, 10_000].map((ms) => ({
    ...{ at: new Date(ends + ms), campaignId: campaign?.id ?? "", creatorId, ipKey: "10.9.9.9" },
    signals: ms > 0 ? [{ signal: "vpn" as const, evidence: {} }] : [],
  }));
  const [, held = ""] = await addPendingClicks(db, visits);
  const all = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(ctx, { ...all, watermark: now });
  expect(await sealDays(ctx)).toEqual([]);
  const before = (await readKept(owner)).filter(({ at }) => Number(at) < ends);
  expect(await moveClickDays(ctx, { chunk })).toMatchObject({
    days: { length: 1 },
    waiting: { need: "held clicks" },
  });
  const approve = { action: "approve", reason: "a test", dryRun: false } as const;
  const approved = await decideClicks(operator, { ...approve, clicks: { ids: [held] } });
  expect(approved).toMatchObject({ clicks: 1, micros: "1234" });
  await expectRightBooks(ctx);
  expect(await sealDays(ctx)).toEqual([]);
  const after = await readKept(owner);
  expect(after.find(({ id }) => id === held)).toMatchObject({
    verdict: "valid",
    paidMicros: "1234",
  });
  expect(await moveClickDays(ctx, { chunk })).toMatchObject({ days: { length: 1 }, waiting: null });
  await expectAllMoved(
    [...before, ...after].sort((a, b) => ((a.id ?? "") < (b.id ?? "") ? -1 : 1)),
  );
});

it("moves clicks that came late for a day that had no partition", async () => {
  const [id = ""] = await addOldClicks(world, links, { days: 1, clicks: 10, parted: false });
  expect(await owner`select from clicks_default where id = ${id}`).toHaveLength(1);
  const before = await readKept(owner);
  for (const days of [0, 1]) {
    expect((await moveClickDays(ctx, { chunk })).days).toHaveLength(days);
    expect(await sealDays(ctx)).toEqual([]);
  }
  await expectAllMoved(before);
});

it("parks a click that comes for a day that has moved", async () => {
  const [id = ""] = await addOldClicks(world, links, { days: 1, clicks: 10 });
  const [click] = await owner<{ at: Date; campaignId: string; creatorId: string }[]>`
    select clicked_at as at, campaign_id, creator_id from clicks where id = ${id}`;
  await moveClickDays(ctx, { chunk });
  const again = newClick({ id, ...click, at: click?.at.getTime() ?? 0 });
  expect(await recordOrPark(ctx, [again])).toEqual({ recorded: 0, parked: 1 });
  expect(await owner`select right(job_id, 36) as id from parked_jobs`).toEqual([{ id }]);
});

it("decides about no click that has moved, replays none with others, and says why", async () => {
  const [id = ""] = await addOldClicks(world, links, { days: 1, clicks: 10 });
  const [click] = await owner<{ at: Date }[]>`select clicked_at as at from clicks where id = ${id}`;
  await moveClickDays(ctx, { chunk });
  const act = { action: "reverse", category: "bot_traffic", reason: "a test" } as const;
  const decided = await decideClicks(operator, { ...act, clicks: { ids: [id] }, dryRun: true });
  const why = expect.stringMatching(/nothing can change earlier ones any more$/);
  expect(decided).toMatchObject({ clicks: 0, skipped: [{ id, why }] });
  const from = click?.at.toISOString() ?? "";
  const replayed = replayClicks(ctx, {
    from,
    to: now.toISOString(),
    policy: {},
    windowSeconds: 60,
  });
  await expect(replayed).rejects.toThrow(/compared with clicks in ClickHouse$/);
});

it("creates tables for a cluster that ClickHouse can parse", async () => {
  for (const statement of movedClicksSchema("main")) {
    const [{ query = "" } = {}] = await clickhouse.read<{ query: string }>(
      ch`select formatQuerySingleLine(${bind.text(statement)}) as query`,
    );
    expect(query).toMatch(/^CREATE TABLE IF NOT EXISTS clicks\w* ON CLUSTER main /);
  }
});
