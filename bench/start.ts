import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { makeMarket } from "@fairclick/e2e/world/market";
import { seededRandom } from "@fairclick/e2e/world/seeded-random";
import { connect, connectAsOwner, type Sql } from "@fairclick/sql/db/client";
import { startLoad } from "./load/start-load";
import { describeMachine } from "./report/describe-machine";
import { printTable } from "./report/print-table";
import { cpuSeconds, familyCpuSeconds } from "./world/cpu-time";

/**
 * Runs `bun start`, once for each number of processes, and measures what it costs without visitors, then
 * what becomes of the clicks of a steady load: answered, judged and paid per second, and how far judging
 * is behind at its end. Of several numbers, also prints what a click costs with each of them: from that
 * follows what as many cores would carry, where there are fewer. With `--each`, the rate is that of each
 * process: batches are then as large as with one, as they are where the load has grown too.
 */
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "3000" },
    each: { type: "boolean", default: false },
    seconds: { type: "string", default: "60" },
    idle: { type: "string", default: "60" },
    processes: { type: "string", default: "auto" },
    redis: { type: "string", default: "" },
  },
});
const [seconds, idleSeconds] = [Number(values.seconds), Number(values.idle)];
const rateWith = (processes: string) => Number(values.rate) * (values.each ? Number(processes) : 1);

const WINDOW_SECONDS = 10;
/** A click is judged this long after it was made, if nothing is behind. */
const JUDGED_AFTER_SECONDS = WINDOW_SECONDS + 5;
const SETTLED_MS = 120_000;

type Stack = { dataDir: string; port: number; pid: number; rate: number };
/** µs of processor time of a click. */
type Cost = { processes: string; judgedPerSecond: number; byPart: Map<string, number> };

const costs: Cost[] = [];
for (const processes of values.processes.split(",")) {
  const cost = await runStack(processes);
  if (cost) costs.push(cost);
}
if (costs.length > 1) printCosts(costs);

/** Returns null without a load. */
async function runStack(processes: string): Promise<Cost | null> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairclick-start-"));
  const port = await findFreePort();
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, "../dev/start.ts")], {
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: String(port), TRUSTED_PROXIES: "127.0.0.0/8" },
      ...{ CLICK_WINDOW_SECONDS: String(WINDOW_SECONDS), IP_DATA_URL: "off", LOG_LEVEL: "warn" },
      ...{ PROCESSES: processes, REDIS_URL: values.redis },
    },
    stdout: "pipe",
  });
  try {
    await waitForLine(child.stdout, "is ready");
    console.log(describeMachine());
    const measured = await measure({ dataDir, port, pid: child.pid, rate: rateWith(processes) });
    console.log(describeMachine());
    return measured && { processes, ...measured };
  } finally {
    child.kill("SIGTERM");
    await child.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(stack: Stack): Promise<Omit<Cost, "processes"> | null> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = JSON.parse(
    readFileSync(join(stack.dataDir, "settings.json"), "utf8"),
  );
  const db = connect(DATABASE_URL, { max: 2, maxTransactions: 2 });
  const owner = connectAsOwner(DATABASE_OWNER_URL);
  const market = { campaigns: 50, creators: 20, budgetClicks: () => 10_000_000 };
  const links = await makeMarket(db, owner.sql, market);
  if (idleSeconds > 0) {
    // What a start does once is over.
    await Bun.sleep(20_000);
    const before = readCpu(stack);
    await Bun.sleep(idleSeconds * 1_000);
    const used = subtract(readCpu(stack), before);
    printCpu("without visitors", used, (cpu) => `${((cpu / idleSeconds) * 100).toFixed(2)} %`);
  }
  const random = seededRandom(1);
  const paths = Array.from({ length: stack.rate * seconds }, () => random.pick(links).path);
  const cost = seconds > 0 ? await measureLoad(stack, owner.sql, paths) : null;
  await Promise.all([db.end(), owner.end()]);
  return cost;
}

type Counted = { judged: number; valid: number; pending: number; queued: number };

async function measureLoad(
  stack: Stack,
  owner: Sql,
  paths: readonly string[],
): Promise<Omit<Cost, "processes">> {
  const { rate } = stack;
  const cpuBefore = readCpu(stack);
  const walBefore = await readWal(owner);
  const load = startLoad({ paths, load: { port: stack.port, connections: 64, seconds, rate } });
  await Bun.sleep(JUDGED_AFTER_SECONDS * 1_000 + 10_000);
  const early = { at: performance.now(), ...(await count(owner)) };
  const { answered, others, p50Ms, p99Ms, seconds: took } = await load;
  const late = { at: performance.now(), ...(await count(owner)) };
  const perSecond = (what: "judged" | "valid") =>
    Math.round(((late[what] - early[what]) * 1_000) / (late.at - early.at));
  const endedAt = performance.now();
  let last = late;
  while (last.judged < answered - others && performance.now() - endedAt < SETTLED_MS) {
    await Bun.sleep(250);
    last = { at: performance.now(), ...(await count(owner)) };
  }
  const [paid] = await owner<{ clicks: number }[]>`
    select coalesce(sum(e.quantity), 0)::int as clicks from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id and t.kind = 'click_payout'
    join ledger_accounts a on a.id = e.account_id and a.kind = 'earnings'`;
  const title = `bun start, ${rate} clicks/s for ${seconds} s`;
  printTable(
    [title, "clicks/s", "clicks"],
    [
      [
        "answered with a redirect",
        `${Math.round((answered - others) / took)}`,
        `${answered - others}`,
      ],
      ["judged, while it lasted", `${perSecond("judged")}`, `${last.judged} in the end`],
      ["paid, while it lasted", `${perSecond("valid")}`, `${paid?.clicks ?? 0} in the end`],
      ["waiting in the queue at its end", "", `${late.queued}`],
      [
        "pending at its end",
        "",
        `${late.pending} (${JUDGED_AFTER_SECONDS * rate} if nothing is behind)`,
      ],
      ["all judged after its end", "", `${((last.at - endedAt) / 1_000).toFixed(1)} s`],
      ["latency p50, p99", "", `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)} ms`],
      ["WAL", "", `${Math.round(((await readWal(owner)) - walBefore) / answered)} bytes a click`],
    ],
  );
  const used = subtract(readCpu(stack), cpuBefore);
  const byPart = new Map([...used].map(([name, cpu]) => [name, (cpu * 1e6) / answered]));
  printCpu("with them", byPart, (micros) => `${micros.toFixed(0)} µs a click`);
  return { judgedPerSecond: perSecond("judged"), byPart };
}

async function count(owner: Sql): Promise<Counted> {
  const [row] = await owner<Counted[]>`
    select coalesce(sum(clicks), 0)::int as judged, coalesce(sum(valid), 0)::int as valid,
      (select count(*) from pending_clicks)::int as pending,
      (select coalesce(sum(jsonb_array_length(data -> 'rows')), 0) from bullmq.job
        where queue = 'record-clicks' and state in ('waiting', 'active'))::int as queued
    from settlements`;
  if (!row) throw new Error("Nothing was counted");
  return row;
}

async function readWal(owner: Sql): Promise<number> {
  const [row] = await owner<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`;
  return row?.bytes ?? 0;
}

/** CPU seconds of each part and its children, by the part's name. */
function readCpu({ dataDir, pid: startPid }: Stack): Map<string, number> {
  const pids: Record<string, number> = JSON.parse(
    readFileSync(join(dataDir, "processes.json"), "utf8"),
  );
  const postgres = Number(
    readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
  );
  const parts = Object.entries({ postgres, ...pids });
  return new Map([
    ...parts.map(([name, pid]): [string, number] => [name, familyCpuSeconds(pid)]),
    // The parts are its children.
    ["start", cpuSeconds(startPid) ?? 0],
  ]);
}

function subtract(after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) {
  return new Map([...after].map(([name, cpu]) => [name, cpu - (before.get(name) ?? 0)]));
}

function addUp(byPart: ReadonlyMap<string, number>): number {
  return [...byPart.values()].reduce((total, one) => total + one, 0);
}

function printCpu(title: string, used: ReadonlyMap<string, number>, show: (cpu: number) => string) {
  printTable(
    [`processor time ${title}`, "of a core"],
    [...used, ["all", addUp(used)] as const].map(([name, cpu]) => [name, show(cpu)]),
  );
}

/** As many cores as processes carry what their processor time allows, Postgres included. */
function printCosts(costs: readonly Cost[]): void {
  printTable(
    [
      "processes",
      "judged/s",
      "µs a click",
      "of it api, worker, Postgres",
      "clicks/s on as many cores",
    ],
    costs.map(({ processes, judgedPerSecond, byPart }) => {
      const micros = (name: string) => (byPart.get(name) ?? 0).toFixed(0);
      const sum = addUp(byPart);
      const parts = ["api", "worker", "postgres"].map(micros).join(", ");
      const carried = Math.round((Number(processes) * 1e6) / sum);
      return [processes, `${judgedPerSecond}`, sum.toFixed(0), parts, `${carried}`];
    }),
  );
}

async function waitForLine(stream: ReadableStream<Uint8Array>, text: string): Promise<void> {
  let seen = "";
  for await (const chunk of stream) {
    seen += new TextDecoder().decode(chunk);
    if (seen.includes(text)) return;
  }
  throw new Error(`bun start ended:\n${seen}`);
}
