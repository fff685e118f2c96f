import { clicksQuerySchema } from "@fairclick/core/clicks/flagged-clicks";
import { topClicksQuerySchema, topKinds } from "@fairclick/core/clicks/stats";
import { createMovedClicks } from "@fairclick/sql/clicks/moved-clicks";
import { holdMovedDays, listComparedClicks } from "@fairclick/sql/clicks/read-moved-clicks";
import { openClickHouse, type Part, verbatim } from "@fairclick/sql/db/clickhouse";
import { withTx } from "@fairclick/sql/db/tx";
import { afterAll, expect, it } from "vitest";
import { listFlaggedClicks, listTopClicks } from "./flagged-clicks";
import { MOVED_AFTER_DAYS, moveClickDays } from "./move-days";
import { replayClicks } from "./replay";
import {
  addMovingCampaigns,
  addOldClicks,
  now,
  openMovingWorld,
  readKept,
  readMoved,
} from "./testing/moving-world";

/**
 * The engine of the tests has no Keeper and executes no statement on other servers, so the tables are not replicated.
 * Its clusters are of this server: `one` has one shard, and `two` has it twice, so that each click is read twice.
 */
function openCluster(cluster: string) {
  const { execute, ...opened } = openClickHouse({ ...config, cluster });
  afterAll(opened.close);
  const onThisServer = ({ texts }: Part) =>
    verbatim(
      texts
        .join("")
        .replace(/ on cluster '\w+'/, "")
        .replace(/ReplicatedMergeTree\(.*'\)/, "MergeTree")
        .replace(" replicated_ded", " non_replicated_ded"),
    );
  return { ...opened, execute: (asked: Part, ms: number) => execute(onThisServer(asked), ms) };
}

const world = await openMovingWorld();
const { db, owner, config, ctx, operator } = world;
const [one, two] = [openCluster("one"), openCluster("two")];
const DAY_MS = 86_400_000;
const DAYS = 2;
/** The end of the days that `addOldClicks` fills first. */
const end = Math.floor(now.getTime() / DAY_MS - MOVED_AFTER_DAYS - 28 + DAYS) * DAY_MS;
const time = { from: new Date(end - DAYS * DAY_MS), to: new Date(end) };
const span = { from: time.from.toISOString(), to: time.to.toISOString() };

const readTops = () =>
  Promise.all(
    topKinds.map(async (by) => {
      const query = topClicksQuerySchema.parse({ ...span, by, verdict: "any", limit: 500 });
      const { rows } = await listTopClicks(operator, query);
      return rows.map(({ value, clicks }) => [value, clicks] as const);
    }),
  );

it("moves days to a cluster, and reads there what Postgres had", async () => {
  db.clickhouse = one;
  await addOldClicks(world, await addMovingCampaigns(db, owner), { days: DAYS, clicks: 20 });
  const read = async () => [
    await readTops(),
    await listFlaggedClicks(operator, clicksQuerySchema.parse(span)),
    await replayClicks(ctx, { ...span, policy: {}, windowSeconds: 60 }),
  ];
  const [kept, lists] = [await readKept(owner), await read()];
  await moveClickDays(ctx);
  expect(await readMoved(db, one)).toEqual([...kept]);
  expect(await readKept(owner)).toEqual([]);
  expect(await read()).toEqual(lists);
});

it("asks all shards for the clicks that rules compare", async () => {
  const tops = await readTops();
  const ids = (await readMoved(db, one)).map(({ id }) => id);
  await one.execute(verbatim("drop table clicks"), 60_000);
  await createMovedClicks(two);
  db.clickhouse = two;
  const days = await withTx(db, (tx) => holdMovedDays(tx, db.sql));
  if (!days) throw new Error("No day has moved");
  const compared = { days, span: time, beforeMs: 60_000, afterMs: 60_000 };
  const found = await listComparedClicks(two, { ...compared, limit: 1_000 });
  expect(found.map(({ id }) => id).sort()).toEqual([...ids, ...ids].sort());
  expect(await readTops()).toEqual(tops.map((rows) => rows.map(([value, n]) => [value, 2 * n])));
});
