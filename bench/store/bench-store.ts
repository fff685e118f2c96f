import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BenchLink } from "@fairclick/e2e/world/market";
import { makeMarket } from "@fairclick/e2e/world/market";
import { insertPendingClicks } from "@fairclick/sql/clicks/pending-clicks";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import {
  type Batch,
  type Decision,
  findBatch,
  lockShard,
  newSettlementId,
  storeDecisions,
} from "@fairclick/sql/clicks/settlement/batches";
import { type Queryable, requireRow, type Sql, type Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { type ApiWorld, openApiWorld } from "../world/api-world";
import { cpuSeconds } from "../world/cpu-time";
import { makeVisits } from "./visits";

type Options = { clicks: number; fullPages: boolean };

/** What a step cost Postgres: seconds of the backend's processor time, and bytes of its log. */
type Cost = { cpu: number; wal: number };

const JOB = 500;
const BATCH = 5_000;
const DAY_MS = 86_400_000;
/** On a busy machine a batch can take long. */
const patient = { statementTimeoutMs: 60_000 };

/**
 * Prints what a judged click costs Postgres: bytes of each table and index, processor time and log of storing
 * it by the product's own statements, and of a COPY of the same rows into tables with the same indices.
 */
export async function benchStore({ clicks, fullPages }: Options): Promise<void> {
  console.log(`${describeMachine()}\n`);
  console.log(
    `${clicks.toLocaleString("en-US")} clicks, log ${fullPages ? "with" : "without"} images of full pages\n`,
  );
  const world = await openApiWorld(null, { durable: fullPages });
  try {
    const links = await makeMarket(world.db, world.owner, {
      campaigns: 50,
      creators: 20,
      budgetClicks: () => 10_000_000,
    });
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    await makeClickPartitions(world.db.sql, {
      from: new Date(today - 3 * DAY_MS),
      to: new Date(today),
    });
    for (const [daysAgo, invent] of [
      [2, false],
      [3, true],
    ] as const) {
      const count = invent ? Math.ceil(clicks / 10) : clicks;
      const day = new Date(today - daysAgo * DAY_MS);
      const costs = await storeDay(world, links, { count, day, invent });
      await printDay(world.owner, { count, day, invent, costs });
    }
  } finally {
    await world.close();
  }
}

type Day = { count: number; day: Date; invent: boolean };

/** Stores a day's clicks as the worker does: groups become pending, batches are judged. */
async function storeDay(
  { db }: ApiWorld,
  links: readonly BenchLink[],
  { count, day, invent }: Day,
): Promise<Record<"pending" | "found" | "stored", Cost>> {
  const none = (): Cost => ({ cpu: 0, wal: 0 });
  const costs = { pending: none(), found: none(), stored: none() };
  for (let start = 0; start < count; start += BATCH) {
    const size = Math.min(BATCH, count - start);
    const visits = makeVisits(links, {
      count: size,
      from: day.getTime() + Math.floor((start / count) * DAY_MS),
      seconds: Math.floor(((size / count) * DAY_MS) / 1_000),
      invent,
    });
    for (let at = 0; at < size; at += JOB) {
      await withTx(
        db,
        (tx) =>
          measure(tx, costs.pending, () => insertPendingClicks(tx, visits.slice(at, at + JOB))),
        patient,
      );
    }
    const judge = async (tx: Tx) => {
      await lockShard(tx, 0);
      const scope = { watermark: new Date(), shard: 0, shards: 1, batchSize: BATCH };
      const batch = await measure(tx, costs.found, () => findBatch(tx, scope));
      const decisions = batch ? decide(batch) : [];
      const settlementId = newSettlementId();
      await measure(tx, costs.stored, () => storeDecisions(tx, { settlementId, decisions }));
    };
    await withTx(db, judge, patient);
  }
  return costs;
}

/** Adds what the statements of `work` cost in the session of `db`. */
async function measure<Result>(
  db: Queryable,
  cost: Cost,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await readCost(db);
  const result = await work();
  const after = await readCost(db);
  cost.cpu += after.cpu - before.cpu;
  cost.wal += after.wal - before.wal;
  return result;
}

async function readCost(db: Queryable): Promise<Cost> {
  const [row] = await db<{ pid: number; wal: number }[]>`
    select pg_backend_pid() as pid, (pg_current_wal_insert_lsn() - '0/0')::float8 as wal`;
  const { pid, wal } = requireRow(row, "the session's cost");
  return { cpu: cpuSeconds(pid) ?? 0, wal };
}

/** Pays what has no signal. */
function decide({ clicks }: Batch): Decision[] {
  return clicks.map(({ id, campaignId, rowPlace, signals }) => {
    const [found] = signals;
    const verdict = found ? (found.signal === "vpn" ? "held" : "invalid") : "valid";
    return {
      id,
      campaignId,
      rowPlace,
      signals: [...signals],
      verdict,
      reason: found?.signal ?? null,
      policyVersion: 1,
      priceMicros: 1_500n,
      feeMicros: 150n,
      paidMicros: found ? 0n : 1_500n,
      unnamedReferrer: false,
    };
  });
}

type Stored = Day & { costs: Awaited<ReturnType<typeof storeDay>> };

async function printDay(owner: Sql, { count, day, invent, costs }: Stored): Promise<void> {
  const tables = await listTables(owner, day);
  const pieces = await owner<{ name: string; bytes: number }[]>`
    select relname::text as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where oid = any (${tables}::regclass[])
      or oid in (select indexrelid from pg_index where indrelid = any (${tables}::regclass[]))
    order by relkind desc, relname`;
  const each = (total: number) => (total / count).toFixed(1);
  const title = invent ? "with a user agent and device of its own" : "as people make them";
  printTable(
    [`bytes of a click ${title}`, "bytes"],
    [
      ...pieces.map(({ name, bytes }) => [name, each(bytes)]),
      ["together", each(pieces.reduce((sum, { bytes }) => sum + bytes, 0))],
    ],
  );
  const copied: Cost = { cpu: 0, wal: 0 };
  for (const table of tables) await copyTable(owner, table, copied);
  const row = (name: string, { cpu, wal }: Cost) => [name, each(cpu * 1e6), each(wal)];
  printTable(
    ["cost of a click", "µs of Postgres", "bytes of log"],
    [
      row("COPY of the judged rows", copied),
      row("insertPendingClicks", costs.pending),
      row("findBatch", costs.found),
      row("storeDecisions: delete, insert, count", costs.stored),
    ],
  );
}

/** Lists the tables that hold only this day's clicks. */
async function listTables(owner: Sql, day: Date): Promise<string[]> {
  const suffix = day.toISOString().slice(0, 10).replaceAll("-", "");
  const rows = await owner<{ name: string }[]>`
    select relname::text as name from pg_class where relkind = 'r' and relname like ${`%\\_${suffix}`} order by 1`;
  return rows.map(({ name }) => name);
}

const COPIED = 10_000;

/** Copies a table's rows, in the order in which they lie, into an empty one with the same indices. */
async function copyTable(owner: Sql, table: string, cost: Cost): Promise<void> {
  const session = await owner.reserve();
  await session`create table copied (like ${session(table)} including all)`;
  const rows = await session<{ line: string }[]>`
    select array_to_string(array(
      select coalesce(replace(value, '\\', '\\\\'), '\\N') from json_each_text(row_to_json(t))
    ), e'\t') || e'\n' as line from ${session(table)} t`;
  const lines = rows.map(({ line }) => line);
  for (let start = 0; start < lines.length; start += COPIED) {
    const text = lines.slice(start, start + COPIED).join("");
    await measure(session, cost, async () => {
      await pipeline(Readable.from([text]), await session`copy copied from stdin`.writable());
    });
  }
  await session`drop table copied`;
  session.release();
}
