import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { prepareDatabase, startDatabase } from "@fairclick/e2e/world/database";
import { startProgram, waitUntilAnswering } from "@fairclick/e2e/world/program";
import { type Fsync, startRedisServer } from "@fairclick/e2e/world/redis-server";
import type { Running } from "@fairclick/e2e/world/running";
import { connect, connectAsOwner, type Db, type Sql } from "@fairclick/sql/db/client";

/** The measured process has one processor to itself; everything else runs on the others. */
export const measuredCpu = cpus().length > 1 ? 0 : undefined;
export const otherCpu = cpus().length > 1 ? 1 : undefined;

export type Server = { name: string; port: number; pid: number; tidyUp: () => Promise<void> };

export type ApiWorld = {
  db: Db;
  owner: Sql;
  /** The process of Postgres; its sessions are its children. */
  postgresPid: number;
  databaseUrl: string;
  folder: string;
  startRedis: (fsync: Fsync) => Promise<string>;
  /** Does what the name of `bench/redirect/constant.ts` says before each answer. */
  startConstant: (kind?: string) => Promise<Server>;
  startApi: (store: Fsync | "postgres", env?: Record<string, string>) => Promise<Server>;
  close: () => Promise<void>;
};

const names = {
  everysec: "Redis, appendfsync everysec",
  always: "Redis, appendfsync always",
  postgres: "Postgres",
};

/**
 * Starts a database with our schema, and offers to start the servers to measure. With `kept`, the
 * database lives in that directory and survives; everything else is deleted by `close`. A database that
 * is not `durable` does not flush to disk, for benchmarks that only read.
 */
export async function openApiWorld(
  kept: string | null = null,
  { durable = true } = {},
): Promise<ApiWorld> {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-bench-"));
  const database = await startDatabase(kept ?? folder, { kept: kept !== null, durable });
  await prepareDatabase(database);
  const db = connect(database.urlFor("fairclick"));
  const owner = connectAsOwner(database.urlFor("fairclick_owner"));
  const started: Running[] = [database];
  const startServer = async (script: string[], server: { name: string; env?: object }) => {
    const port = await findFreePort();
    const running = startProgram({
      name: server.name,
      script: script.map((part) => (part === "PORT" ? String(port) : part)),
      folder,
      cpu: measuredCpu,
      // As in deploy/systemd and the Dockerfile; the constant's server has it too.
      env: { PORT: String(port), MIMALLOC_PURGE_DELAY: "-1", ...server.env },
    });
    started.push(running);
    return { port, pid: running.pid };
  };
  const startRedis = async (fsync: Fsync) => {
    const port = await findFreePort();
    const cpu = otherCpu === undefined ? {} : { cpu: otherCpu };
    started.push(await startRedisServer({ folder, port, fsync, ...cpu }));
    return `redis://127.0.0.1:${port}`;
  };
  return {
    db,
    owner: owner.sql,
    postgresPid: database.pid,
    databaseUrl: database.urlFor("fairclick"),
    startRedis,
    folder,
    startConstant: async (kind = "constant") => {
      const { port, pid } = await startServer(["bench/redirect/constant.ts", "PORT", kind], {
        name: `constant-${kind}`,
      });
      await waitUntilListening(port);
      return { name: "constant 302", port, pid, tidyUp: async () => {} };
    },
    startApi: async (store, env = {}) => {
      const redisUrl = store === "postgres" ? "" : await startRedis(store);
      const { port, pid } = await startServer(["api/main.ts"], {
        name: `api-${store}`,
        env: {
          DATABASE_URL: database.urlFor("fairclick"),
          REDIS_URL: redisUrl,
          DATA_DIR: join(folder, store),
          TRUSTED_PROXIES: "127.0.0.0/8",
          LOG_LEVEL: "warn",
          ...env,
        },
      });
      await waitUntilAnswering(`http://127.0.0.1:${port}/readyz`);
      const tidyUp = () => (redisUrl ? deleteJobs(redisUrl) : deletePostgresJobs(owner.sql));
      return { name: names[store], port, pid, tidyUp };
    },
    close: async () => {
      await Promise.all([db.end(), owner.end()]);
      for (const running of started.reverse()) {
        await (kept && running === database ? running.stop() : running.kill());
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).catch(
      () => null,
    );
    if (answer) return;
    await Bun.sleep(50);
  }
  throw new Error(`Nothing listens on port ${port}`);
}

/** Deletes the jobs of a round so that they do not affect the next one. */
async function deleteJobs(redisUrl: string): Promise<void> {
  const redis = new Bun.RedisClient(redisUrl);
  const keys: string[] = await redis.send("KEYS", ["*"]);
  const jobs = keys.filter((key) => !key.endsWith(":meta"));
  for (let start = 0; start < jobs.length; start += 1_000) {
    await redis.send("UNLINK", jobs.slice(start, start + 1_000));
  }
  redis.close();
}

async function deletePostgresJobs(owner: Sql): Promise<void> {
  await owner`delete from bullmq.job where queue = 'record-clicks'`;
}
