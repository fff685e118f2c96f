import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { makeScratchFolder } from "@fairclick/dev/setup/scratch-folder";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { connect, connectAsOwner } from "@fairclick/sql/db/client";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { findViolations } from "./chaos/find-violations";
import { type Answers, visitAll } from "./chaos/visit-all";
import { waitUntilSettled } from "./chaos/wait-until-settled";
import { startDatabase } from "./world/database";
import { storeKnownSecret } from "./world/known-device";
import { makeMarket } from "./world/market";
import { startProgram, waitUntilAnswering } from "./world/program";
import type { Running } from "./world/running";
import { seededRandom } from "./world/seeded-random";

const root = join(import.meta.dirname, "..");
const folder = makeScratchFolder("fairclick-releases-");
chmodSync(folder, 0o755);
const dataDir = join(folder, "data");
mkdirSync(join(dataDir, "spool"), { recursive: true, mode: 0o700 });
const started: Running[] = [];
afterAll(async () => {
  for (const each of started.reverse()) await each.stop();
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();

function cloneAt(revision: string, name: string): string {
  const clone = join(folder, name);
  git("clone", "--quiet", "--no-hardlinks", root, clone);
  execFileSync("git", ["checkout", "--quiet", revision], { cwd: clone });
  execFileSync(process.execPath, ["install", "--frozen-lockfile"], { cwd: clone, stdio: "pipe" });
  return clone;
}

/** The last release before this commit; before the first tag, this commit itself. */
const tag = git("tag", "--merged", "HEAD^", "--sort=-creatordate").split("\n")[0] || null;
const previous = tag ? cloneAt(tag, "previous") : root;
const next = cloneAt("HEAD", "next");
/** What the next release adds: it expands, so that the previous one goes on beside it. */
const migration = "9999_next_release.sql";
writeFileSync(
  join(next, "sql", "migrations", migration),
  `alter table campaigns add column next_release text;
   alter table pending_clicks add column next_release int not null default 0;
   create table next_releases (id int primary key, campaign_id uuid references campaigns (id));
   grant select, insert on next_releases to fairclick_app;
   create index next_release on users (created_at);\n`,
);

const server = await startDatabase(dataDir);
started.push(server);
const ownerUrl = server.urlFor("fairclick_owner");
const config = { databaseUrl: server.urlFor("fairclick"), redisUrl: null };
const env = {
  ...{ DATABASE_URL: config.databaseUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir },
  ...{ TRUSTED_PROXIES: "127.0.0.0/8", CLICK_WINDOW_SECONDS: "2", IP_DATA_URL: "off" },
};

async function migrate(release: string) {
  const child = Bun.spawn([process.execPath, join(release, "cli/main.ts"), "db", "migrate"], {
    cwd: release,
    env: { PATH: process.env.PATH ?? "", HOME: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = (await Promise.all([child.stdout.text(), child.stderr.text()])).join("");
  return { exitCode: await child.exited, said };
}

/** Starts a worker and then an api, and returns them when both are ready. */
async function startRelease(release: string) {
  const [apiPort, workerPort] = [await findFreePort(), await findFreePort()];
  const start = (name: string, port: number) => {
    const script = [join(release, name, "main.ts")];
    const running = startProgram({ name, script, folder, env: { ...env, PORT: `${port}` } });
    started.push(running);
    return running;
  };
  const worker = start("worker", workerPort);
  await waitUntilAnswering(`http://127.0.0.1:${workerPort}/readyz`, 120_000);
  const api = start("api", apiPort);
  await waitUntilAnswering(`http://127.0.0.1:${apiPort}/readyz`, 120_000);
  return { apiPort, workerPort, stop: () => Promise.all([api.stop(), worker.stop()]) };
}

it("the previous release goes on beside the next one, and no click is lost between them", async () => {
  expect((await migrate(previous)).exitCode).toBe(0);
  await storeKnownSecret(ownerUrl);
  const [db, owner] = [connect(config.databaseUrl), connectAsOwner(ownerUrl)];
  const size = { campaigns: 3, creators: 2, budgetClicks: () => 100_000 };
  const links = await makeMarket(db, owner.sql, size);
  const old = await startRelease(previous);
  const random = seededRandom(11);
  /** Lets visitors come to these apis while something happens, and until this many were answered. */
  const underLoad = async (ports: number[], happen: () => Promise<unknown>) => {
    let happened = false;
    const isOver = ({ answered }: Answers) => happened && answered.length >= 100;
    const load = { links, ports, random, visitors: 6, isOver, onArrival: () => {} };
    const [answers] = await Promise.all([
      visitAll(load),
      happen().finally(() => {
        happened = true;
      }),
    ]);
    return answers;
  };
  const none = async () => {};

  const loads = [await underLoad([old.apiPort], none)];
  loads.push(
    await underLoad([old.apiPort], async () => {
      const migrated = await migrate(next);
      expect(migrated.exitCode, migrated.said).toBe(0);
      expect(migrated.said).toContain(migration);
    }),
  );
  for (const port of [old.apiPort, old.workerPort]) {
    const readyz = `http://127.0.0.1:${port}/readyz`;
    await expect
      .poll(async () => (await fetch(readyz)).text())
      .toContain(`of another version: ${migration}`);
    expect((await fetch(readyz)).status).toBe(200);
  }
  const starting = startRelease(next);
  loads.push(await underLoad([old.apiPort], () => starting));
  const { apiPort } = await starting;
  loads.push(await underLoad([old.apiPort, apiPort], none));
  loads.push(await underLoad([apiPort], () => old.stop()));

  const answered = loads.flatMap((answers) => answers.answered);
  expect(answered.length).toBeGreaterThanOrEqual(500);
  expect(loads.map(({ failed }) => failed)).toEqual([0, 0, 0, 0, 0]);
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  expect(await waitUntilSettled({ db, queue, dataDir, timeoutMs: 120_000 })).toEqual([]);
  const banners = new Map<string, number>();
  for (const load of loads) {
    for (const [link, times] of load.banners) banners.set(link, (banners.get(link) ?? 0) + times);
  }
  expect(await findViolations(db, { answered, banners })).toEqual([]);
  const downgraded = await migrate(previous);
  expect(downgraded.exitCode).toBe(1);
  expect(downgraded.said).toContain("which this version does not know");
  await queue.close();
  await Promise.all([db.end(), owner.end()]);
}, 900_000);
