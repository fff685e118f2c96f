import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { jobs, recordClicks } from "@fairclick/core/jobs";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { limitRepeatedErrors } from "../connection-errors";
import { openQueue } from "./open-queue";
import { type OwnRedis, startRedis } from "./testing/start-redis";

let redis: OwnRedis;
beforeEach(async () => {
  redis = await startRedis();
});
afterEach(() => redis.stop());

const findStore = () => ({
  databaseUrl: "postgres://nobody@127.0.0.1:1/nothing",
  redisUrl: redis.url,
});

/** Calls of scripts so far: the workers' requests to the server. */
async function countScriptCalls({ admin }: OwnRedis): Promise<number> {
  const stats = await admin.info("commandstats");
  return [...stats.matchAll(/cmdstat_evalsha:calls=(\d+)/g)].reduce(
    (sum, [, calls]) => sum + Number(calls),
    0,
  );
}

/** Makes what Redis holds this share of what it may hold. */
async function limitMemory({ admin }: OwnRedis, share: number): Promise<void> {
  const used = Number(/used_memory:(\d+)/.exec(await admin.info("memory"))?.[1]);
  await admin.config("SET", "maxmemory", Math.ceil(used / share));
}

describe("a Redis that is full", () => {
  it("is queried rarely, reported as full, and drained once it has room", async () => {
    const lines: string[] = [];
    const log = pino(
      { level: "warn", hooks: { logMethod: limitRepeatedErrors() } },
      { write: (line) => void lines.push(line) },
    );
    const queue = openQueue(findStore(), { log, runsJobs: true, lockMs: 1_000 });
    await queue.sendClicks([newClick()]);
    await limitMemory(redis, 0.85);
    let sent = 1;
    const fill = async () => {
      for (;;) {
        await queue.sendClicks(Array.from({ length: 50 }, () => newClick()));
        sent += 50;
      }
    };
    await expect(fill()).rejects.toThrow(/OOM/);
    await redis.admin.config("SET", "maxmemory", 1);
    expect(await queue.checkHealth()).toMatchObject({
      reachable: true,
      problems: [expect.stringMatching(/^Redis is full: /)],
    });

    let done = 0;
    const workers = jobs.map((contract) =>
      queue.work({
        contract,
        concurrency: 4,
        run: async (payload) => {
          if (contract.name !== recordClicks.name) return;
          done += recordClicks.schema.parse(payload).clicks.length;
        },
      }),
    );
    await Bun.sleep(2_000);
    const before = await countScriptCalls(redis);
    await Bun.sleep(5_000);
    expect((await countScriptCalls(redis)) - before).toBeLessThan(jobs.length * 20);
    expect(done).toBe(0);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(jobs.length * 3);

    await redis.admin.config("SET", "maxmemory", 0);
    await expect.poll(() => done).toBe(sent);
    expect(await queue.checkHealth()).toMatchObject({ reachable: true, problems: [] });
    const stoppedAt = performance.now();
    await Promise.all(workers.map((worker) => worker.stop(5_000)));
    expect(performance.now() - stoppedAt).toBeLessThan(4_000);
    await queue.close();
  });
});

describe("a Redis that fills up", () => {
  const log = pino({ level: "silent" });
  const someClicks = () => Array.from({ length: 50 }, () => newClick());

  it("gets no more clicks from apis above 90 %, and is drained by workers", async () => {
    const store = findStore();
    const api = openQueue(store, { log, runsJobs: false });
    // Of less, a tenth is not enough for the connections and scripts of a worker.
    await redis.admin.setrange("ballast", 64 * 1_024 * 1_024, "x");
    await limitMemory(redis, 0.89);
    let sent = 0;
    const fill = async () => {
      for (;;) {
        await api.sendClicks(someClicks());
        sent += 1;
        await Bun.sleep(20);
      }
    };
    await expect(fill()).rejects.toThrow("Redis is nearly full");
    expect(sent).toBeGreaterThan(0);
    const worker = openQueue(store, { log, runsJobs: true });
    const consumer = worker.work({ contract: recordClicks, concurrency: 4, run: async () => {} });
    await expect.poll(() => worker.oldestUnrecordedAt()).toBeNull();
    const said = async () => JSON.stringify(await worker.checkHealth());
    await expect.poll(said).toContain("were deleted to make room");
    await redis.admin.config("SET", "maxmemory", 0);
    await consumer.stop(5_000);
    await Promise.all([api.close(), worker.close()]);
  });
});
