import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { coverFiles } from "@fairclick/core/campaigns/cover-files";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { signal } from "@fairclick/dev/processes/signals";
import { makeScratchFolder } from "@fairclick/dev/setup/scratch-folder";
import { provideOperatorToken } from "@fairclick/dev/stack/operator-token";
import { openCoverStore } from "@fairclick/services/campaigns/covers";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { migrateAll } from "@fairclick/services/queue/postgres-store";
import { addUser } from "@fairclick/services/testing/marketplace";
import { connect, connectAsOwner } from "@fairclick/sql/db/client";
import { admitLogin } from "@fairclick/sql/db/migrate";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { findViolations } from "./chaos/find-violations";
import { visitAll } from "./chaos/visit-all";
import { waitUntilSettled } from "./chaos/wait-until-settled";
import { installedPostgres } from "./world/installed-postgres";
import { storeKnownSecret } from "./world/known-device";
import { makeMarket } from "./world/market";
import { startProgram, waitUntilAnswering } from "./world/program";
import { startRedisServer } from "./world/redis-server";
import type { Running } from "./world/running";
import { seededRandom } from "./world/seeded-random";

const folder = makeScratchFolder("fairclick-restore-");
const backups = join(folder, "backups");
const dataDir = join(folder, "data");
mkdirSync(join(dataDir, "spool"), { recursive: true, mode: 0o700 });
const [postgresPort, redisPort, apiPort] = [
  await findFreePort(),
  await findFreePort(),
  await findFreePort(),
];
const postgres = installedPostgres(folder, postgresPort);
const ownerUrl = postgres.urlFor("fairclick_owner");
const config = {
  databaseUrl: postgres.urlFor("fairclick"),
  redisUrl: `redis://127.0.0.1:${redisPort}`,
};
const env = {
  DATABASE_URL: config.databaseUrl,
  REDIS_URL: config.redisUrl,
  DATA_DIR: dataDir,
  TRUSTED_PROXIES: "127.0.0.0/8",
  CLICK_WINDOW_SECONDS: "2",
  IP_DATA_URL: "off",
};
const secret = "sk_test_of_the_drill";
const operator: Record<string, string> = {
  ...{ DATABASE_OWNER_URL: ownerUrl, FAIRCLICK_API: `http://127.0.0.1:${apiPort}` },
  ...{ STRIPE_SECRET_KEY: secret, STRIPE_WEBHOOK_SECRET: "whsec_of_the_drill" },
};
const [coverFile = ""] = coverFiles;
/** Set by the first test. */
let [newUser, beforeNewUser]: [string, Date | null] = ["", null];
const started: Running[] = [];
afterAll(async () => {
  for (const each of started.reverse()) await each.kill();
  rmSync(folder, { recursive: true, force: true });
});
async function keep(running: Running | Promise<Running>): Promise<Running> {
  started.push(await running);
  return running;
}
const program = (name: string, script: string[], more: Record<string, string> = {}) =>
  keep(startProgram({ name, script, folder, env: { ...env, ...more } }));
const startWorker = () => program("worker", ["worker/main.ts"], { PORT: "0" });

async function fairclick(...words: string[]) {
  const child = Bun.spawn([process.execPath, "cli/main.ts", ...words], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env.PATH ?? "", HOME: folder, ...env, ...operator },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, out, err };
}

const listBases = () => readdirSync(backups).filter((each) => each.startsWith("20"));

/** Every file and folder below, of which none may be open to others. */
function listOpenFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((each) => (statSync(each).mode & 0o077) !== 0);
}

it("loses no answered click and pays none twice when Postgres is restored under load", async () => {
  postgres.create();
  const first = await keep(postgres.start());
  await migrateAll(ownerUrl);
  await admitLogin(ownerUrl, "fairclick");
  await storeKnownSecret(ownerUrl);
  await provideOperatorToken(dataDir, ownerUrl);
  operator.FAIRCLICK_TOKEN = readFileSync(join(dataDir, "operator-token"), "utf8").trim();
  const redis = await keep(startRedisServer({ folder, port: redisPort, fsync: "everysec" }));
  const owner = connectAsOwner(ownerUrl);
  const db = connect(config.databaseUrl);
  const links = await makeMarket(db, owner.sql, {
    ...{ campaigns: 3, creators: 3 },
    budgetClicks: () => 100_000,
  });
  const cover = "c".repeat(64);
  await openCoverStore({ s3: null, dataDir }).write(cover, coverFile, new Uint8Array([1, 2, 3]));
  await program("api", ["api/main.ts"], { PORT: `${apiPort}` });
  const worker = await startWorker();
  await waitUntilAnswering(`http://127.0.0.1:${apiPort}/readyz`);

  let over = false;
  const visiting = visitAll({
    ...{ links, ports: [apiPort], random: seededRandom(7), visitors: 8 },
    isOver: () => over,
    onArrival: () => {},
  });
  const wal = join(backups, "wal");
  const follower = await program(
    "follow",
    ["cli/main.ts", "backup", backups, "--follow"],
    operator,
  );
  await expect.poll(() => existsSync(wal) && readdirSync(wal).length).toBeGreaterThan(0);
  signal(redis.pid, "SIGSTOP");
  await expect.poll(() => readdirSync(join(dataDir, "spool")).length).toBeGreaterThan(0);
  const backup = await fairclick("backup", backups, "--json");
  signal(redis.pid, "SIGCONT");
  expect(backup.exitCode, backup.err).toBe(0);
  const report = JSON.parse(backup.out);
  expect(report).toMatchObject({ isFollowed: true, deleted: [] });
  expect(report.spoolFiles).toBeGreaterThan(0);
  expect(report.backup.settings).toContain("STRIPE_SECRET_KEY");
  expect(listOpenFiles(backups)).toEqual([]);
  expect(statSync(backups).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(backups, report.backup.name, "backup.json"), "utf8")).not.toContain(
    secret,
  );
  // This user is in the WAL but not in the base. The clicks that follow are in neither.
  const [moment] = await db.sql<{ at: Date }[]>`select clock_timestamp() as at`;
  beforeNewUser = moment?.at ?? null;
  newUser = await addUser(db);
  const superuser = connectAsOwner(postgres.urlFor("postgres", "postgres"));
  for (let segments = 0; segments < 3; segments += 1) {
    await addUser(db);
    await superuser.sql`select pg_switch_wal()`;
  }
  await superuser.end();
  const [written] = await db.sql<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
  await expect
    .poll(async () => {
      const [slot] = await db.sql<{ received: boolean }[]>`
        select restart_lsn >= ${written?.lsn ?? ""}::pg_lsn as received from pg_replication_slots`;
      return slot?.received;
    })
    .toBe(true);
  await follower.stop();
  const count = async () =>
    (await db.sql<{ n: number }[]>`select count(*)::int as n from clicks`)[0]?.n ?? 0;
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 100);

  await first.kill();
  rmSync(join(dataDir, "covers"), { recursive: true });
  rmSync(postgres.data, { recursive: true });
  await worker.stop();
  postgres.makeFolder();
  const restored = await fairclick("restore", backups, "--to", postgres.data, "--json");
  expect(restored.exitCode, restored.err).toBe(0);
  expect(JSON.parse(restored.out)).toMatchObject({
    ...{ backup: { name: report.backup.name }, missingSettings: [], covers: 1 },
  });
  expect([...readFileSync(join(dataDir, "covers", cover, coverFile))]).toEqual([1, 2, 3]);
  const again = await fairclick("restore", backups, "--to", postgres.data);
  expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining("is not empty") });
  await keep(postgres.start());
  expect(await db.sql`select from users where id = ${newUser}`).toHaveLength(1);
  expect(await count()).toBeLessThanOrEqual(before);
  await waitUntilAnswering(`http://127.0.0.1:${apiPort}/readyz`);
  const replayed = await fairclick("queues", "replay-recorded", "--reason", "drill", "--yes");
  expect(replayed.exitCode, replayed.err).toBe(0);
  await startWorker();
  over = true;
  const answers = await visiting;

  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  const left = await waitUntilSettled({ db, queue, dataDir, timeoutMs: 120_000 });
  expect(left).toEqual([]);
  expect(answers.answered.length).toBeGreaterThan(100);
  expect(await findViolations(db, { ...answers, banners: answers.banners })).toEqual([]);
  const verified = await fairclick("ledger", "verify");
  expect(verified.exitCode, verified.out).toBe(0);
  await queue.close();
  await Promise.all([db.end(), owner.end()]);

  const stale = await fairclick("backup", backups);
  expect(stale).toMatchObject({ exitCode: 1, err: expect.stringContaining("Begin a new folder") });
  for (const deleted of [[], [expect.any(String)]]) {
    const next = await fairclick("backup", join(folder, "next"), "--keep", "1", "--json");
    expect(next.exitCode, next.err).toBe(0);
    expect(JSON.parse(next.out)).toMatchObject({ isFollowed: false, deleted });
  }
}, 900_000);

it("restores an earlier moment, and no files of the spool that are older than a day", async () => {
  const [name = ""] = listBases();
  const spool = join(backups, name, "spool");
  for (const file of readdirSync(spool)) {
    renameSync(join(spool, file), join(spool, file.replace(/^\d+/, "1700000000000")));
  }
  const port = await findFreePort();
  const earlier = installedPostgres(join(folder, "earlier"), port, postgres.password);
  mkdirSync(join(folder, "earlier"));
  earlier.makeFolder();
  const until = beforeNewUser?.toISOString() ?? "";
  const to = ["--to", earlier.data, "--until", until];
  const early = await fairclick("restore", backups, "--to", earlier.data, "--until", "30d");
  expect(early).toMatchObject({ exitCode: 1, err: expect.stringContaining("No backup") });
  const restored = await fairclick("restore", backups, ...to, "--json");
  expect(restored.exitCode, restored.err).toBe(0);
  const { oldSpoolFiles } = JSON.parse(restored.out);
  expect(oldSpoolFiles).toBeGreaterThan(0);
  expect(readdirSync(join(dataDir, "spool"))).toEqual([]);
  await keep(earlier.start());
  const db = connectAsOwner(earlier.urlFor("fairclick_owner"));
  expect(await db.sql`select from users where id = ${newUser}`).toEqual([]);
  expect((await db.sql`select from users`).length).toBeGreaterThan(0);
  await db.end();
});

it("refuses a folder that others can read, WAL with a gap, and one inside of DATA_DIR", async () => {
  const to = join(folder, "nowhere");
  chmodSync(backups, 0o755);
  for (const words of [
    ["backup", backups],
    ["restore", backups, "--to", to],
  ]) {
    const refused = await fairclick(...words);
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("Other users") });
  }
  chmodSync(backups, 0o700);
  const wal = readdirSync(join(backups, "wal")).sort();
  const own = readdirSync(join(backups, listBases()[0] ?? "", "postgres", "pg_wal"));
  const middle = wal.filter((each) => !own.includes(each)).at(-2) ?? "";
  rmSync(join(backups, "wal", middle));
  const gap = await fairclick("restore", backups, "--to", to);
  expect(gap).toMatchObject({ exitCode: 1, err: expect.stringContaining(`${middle} is missing`) });
  expect(existsSync(to)).toBe(false);
  const inside = await fairclick("backup", join(dataDir, "backups"));
  expect(inside).toMatchObject({ exitCode: 2, err: expect.stringContaining("inside DATA_DIR") });
});
