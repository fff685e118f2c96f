import { campaignClicksQuerySchema } from "@fairclick/core/clicks/campaign-clicks";
import { clicksQuerySchema } from "@fairclick/core/clicks/flagged-clicks";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { chdbAdvice, findChdb, installChdb } from "@fairclick/dev/setup/chdb";
import { type BenchLink, makeMarket } from "@fairclick/e2e/world/market";
import { startProgram, waitUntilAnswering } from "@fairclick/e2e/world/program";
import { listFlaggedClicks, showFlaggedClick } from "@fairclick/services/clicks/flagged-clicks";
import { MOVED_AFTER_DAYS, moveClickDays } from "@fairclick/services/clicks/move-days";
import {
  listClicksOfOwnCampaign,
  listClicksOfOwnLink,
} from "@fairclick/services/clicks/read-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { readBreakdown } from "@fairclick/services/clicks/stats";
import { sealDays } from "@fairclick/services/money/ledger";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { insertPendingClicks } from "@fairclick/sql/clicks/pending-clicks";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { ch, openClickHouse, type Part, verbatim } from "@fairclick/sql/db/clickhouse";
import { withTx } from "@fairclick/sql/db/tx";
import { time } from "../hunt/bench-hunt";
import { type HuntQuery, listClickHunts } from "../hunt/hunt-queries";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { makeVisits } from "../store/visits";
import { type ApiWorld, openApiWorld } from "../world/api-world";
import { cpuSeconds, familyCpuSeconds } from "../world/cpu-time";
import { multiplyClicks } from "./multiply-clicks";

type Options = {
  /** Clicks in ClickHouse at last. */
  clicks: number;
  /** Clicks that Postgres settles, and that move. */
  kept: number;
  days: number;
  rounds: number;
};
type Measured = { title: string; bytes: number; hunts: Map<string, { wall: number; cpu: number }> };

const DAY_MS = 86_400_000;
const JOB = 500;
/** On a busy machine a read takes longer than the product waits. */
const PATIENT_MS = 300_000;
const startedAt = performance.now();

/**
 * Settles clicks of old days in Postgres, reads them there as operators, developers and creators do, moves
 * them to ClickHouse, reads them there, and again after ClickHouse has made more of them.
 */
export async function benchClickHouse({ clicks, kept, days, rounds }: Options): Promise<void> {
  console.log(`${describeMachine()}\n`);
  const world = await openApiWorld(null, { durable: false });
  const engine = await startClickHouse(world.folder);
  try {
    const { db, owner } = world;
    const links = await makeMarket(db, owner, {
      campaigns: 50,
      creators: 20,
      budgetClicks: () => 10_000_000,
    });
    const [link] = links;
    if (!link) throw new Error("There is no link to read");
    const end = Math.floor(Date.now() / DAY_MS - MOVED_AFTER_DAYS) * DAY_MS;
    const span = { from: new Date(end - days * DAY_MS), to: new Date(end) };
    await fill(world, links, { kept, days, ...span });
    say(`settled ${show(kept)} clicks`);
    await owner`vacuum analyze`;
    const hunt = async (title: string, bytes: number, cpu: () => number): Promise<Measured> => {
      const hunts: Measured["hunts"] = new Map();
      for (const { name, read } of await listReads(world, link, span)) {
        const before = cpu();
        const { median } = await time(rounds, read);
        hunts.set(name, { wall: median, cpu: ((cpu() - before) * 1_000) / (rounds + 1) });
      }
      say(`read ${title}`);
      return { title, bytes, hunts };
    };
    const [stored] = await owner<{ bytes: number }[]>`
      select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
      where relkind = 'r' and relname ~ '^click.*_[0-9]{8}$' and reltuples <> 0`;
    const ofPostgres = () => familyCpuSeconds(world.postgresPid);
    const each = (stored?.bytes ?? 0) / kept;
    const measured = [await hunt(`Postgres, ${show(kept)}`, each, ofPostgres)];
    const { read } = engine.clickhouse;
    Object.assign(db, {
      clickhouse: { ...engine.clickhouse, read: (asked: Part) => read(asked, PATIENT_MS) },
    });
    const { waiting } = await moveClickDays(systemCtx(db));
    if (waiting) throw new Error(`${waiting.day} cannot move: ${waiting.need}`);
    say("moved them to ClickHouse");
    const ofEngine = async (count: number) =>
      hunt(`ClickHouse, ${show(count)}`, (await engine.countBytes()) / count, engine.cpu);
    measured.push(await ofEngine(kept));
    const moved = await owner<{ day: string; clicks: number }[]>`
      select day::text, clicks::int from dropped_days where clicks is not null order by day`;
    const [cpu, times] = [engine.cpu(), Math.round(clicks / kept)];
    for (const day of moved) {
      await multiplyClicks(engine.clickhouse, { ...day, times, devices: clicks });
      say(`made further clicks of ${day.day} inside ClickHouse`);
    }
    console.log(`µs a click: ${(((engine.cpu() - cpu) * 1e6) / (times - 1) / kept).toFixed(1)}`);
    measured.push(await ofEngine(times * kept));
    print(measured);
    console.log(describeMachine());
  } finally {
    await engine.stop();
    await world.close();
  }
}

/** Starts ClickHouse's engine in a process of its own. */
async function startClickHouse(folder: string) {
  const chdb = findChdb() ?? installChdb();
  if (chdb === null) throw new Error(chdbAdvice);
  const port = await findFreePort();
  const { pid, kill: stop } = startProgram({
    name: "clickhouse",
    script: ["stand-ins/clickhouse/main.ts"],
    folder,
    env: { CHDB_FOLDER: chdb, DATA_DIR: `${folder}/clickhouse`, PORT: String(port) },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(`${url}/ping`);
  const login = { username: "default", password: "", database: "default", cluster: null };
  const clickhouse = openClickHouse({ url, ...login });
  const countBytes = async () => {
    await clickhouse.execute(verbatim("optimize table clicks final"), 600_000);
    const [row] = await clickhouse.read<{ bytes: string }>(
      ch`select sum(bytes_on_disk) as bytes from system.parts where active and table = 'clicks'`,
    );
    return Number(row?.bytes);
  };
  return { clickhouse, countBytes, stop, cpu: () => cpuSeconds(pid) ?? Number.NaN };
}

type Time = { from: Date; to: Date };

/** Stores and settles clicks as the worker does, the same number each day, and seals the days. */
async function fill(
  { db }: ApiWorld,
  links: readonly BenchLink[],
  { kept, days, from, to }: Time & { kept: number; days: number },
): Promise<void> {
  await makeClickPartitions(db.sql, { from, to });
  const patient = { statementTimeoutMs: 60_000 };
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS) {
    const visits = makeVisits(links, {
      ...{ count: Math.round(kept / days), from: at, seconds: 86_400, invent: false },
    });
    // Held clicks would keep their day in Postgres.
    for (const visit of visits) {
      if (visit.signals[0]?.signal === "vpn") visit.signals = [];
    }
    for (let job = 0; job < visits.length; job += JOB) {
      await withTx(db, (tx) => insertPendingClicks(tx, visits.slice(job, job + JOB)), patient);
    }
    const all = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 5_000 };
    await settleClicks(systemCtx(db), { ...all, watermark: new Date() });
  }
  const differences = await sealDays(systemCtx(db));
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
}

/** What operators, developers and creators read of the busiest link, as the API reads it. */
async function listReads(
  { db, owner }: ApiWorld,
  link: BenchLink,
  { from, to }: Time,
): Promise<HuntQuery[]> {
  const ctx = systemCtx(db);
  const [id, creatorId] = [asId<CampaignId>(link.campaignId), link.creatorId];
  const write = (since: number) => ({ from: new Date(since).toISOString(), to: to.toISOString() });
  const all = write(from.getTime());
  const hunts = listClickHunts(db, link, all);
  const ofDay = listClickHunts(db, link, write(to.getTime() - DAY_MS));
  const [campaign = { developerId: "" }] = await owner<{ developerId: string }[]>`
    select developer_id as "developerId" from campaigns where id = ${id}`;
  const as = (userId: string) => ({
    ...ctx,
    actor: { kind: "user", userId: asId<UserId>(userId) } as const,
  });
  const { items } = await listFlaggedClicks(ctx, clicksQuerySchema.parse(all));
  const page = (filter: object) =>
    listClicksOfOwnCampaign(as(campaign.developerId), {
      ...campaignClicksQuerySchema.parse({ ...all, ...filter }),
      id,
    });
  const own = { campaignId: id, limit: 50 };
  const ways = { dimension: "country", step: "hour", timeZone: "UTC", limit: 10 } as const;
  const query = { ...write(from.getTime() + DAY_MS / 2), ...ways };
  const breakdown = { scope: { campaignId: id, creatorId: null }, query };
  return [
    ...hunts,
    ...ofDay.flatMap(({ name, read }) =>
      /top --by \S+$/.test(name) ? [{ name: `${name}, a day`, read }] : [],
    ),
    { name: "clicks show", read: () => showFlaggedClick(ctx, { id: items[0]?.id ?? "" }) },
    { name: "a developer's page of clicks", read: () => page({}) },
    { name: "refused ones of a country", read: () => page({ country: "ES", verdict: "invalid" }) },
    { name: "a creator's page of clicks", read: () => listClicksOfOwnLink(as(creatorId), own) },
    { name: "a campaign's countries since a noon", read: () => readBreakdown(db, breakdown) },
  ];
}

function print(measured: Measured[]): void {
  const [first] = measured;
  printTable(
    ["ms, and of processor time", ...measured.map(({ title }) => title)],
    [
      ["bytes a click", ...measured.map(({ bytes }) => bytes.toFixed(1))],
      ...[...(first?.hunts.keys() ?? [])].map((name) => [
        name,
        ...measured.map(({ hunts }) => {
          const { wall = Number.NaN, cpu = Number.NaN } = hunts.get(name) ?? {};
          return `${wall.toFixed(0)}, ${cpu.toFixed(0)}`;
        }),
      ]),
    ],
  );
}

function say(what: string): void {
  console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${what}`);
}

function show(count: number): string {
  return count.toLocaleString("en-US");
}
