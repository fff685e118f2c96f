import { targetLimits } from "@fairclick/core/accounts/limits";
import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { recordClicks } from "@fairclick/core/jobs";
import { pino } from "pino";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openAttemptLimits } from "../accounts/limits";
import { splitRedisNodes } from "../config";
import { refuseUnsupportedStore } from "../redis";
import { testRedisUrl } from "../testing/test-redis";
import type { JobQueue, JobWorker } from "./jobs";
import { openQueue } from "./open-queue";
import { openQueueOperations } from "./operate-queues";
import { describeQueueOperations } from "./testing/operations-suite";
import { describeQueue } from "./testing/queue-suite";
import { type OwnCluster, startRedisCluster } from "./testing/start-redis";

const log = pino({ level: "silent" });
const databaseUrl = "postgres://nobody@127.0.0.1:1/nothing";
const shared = await startRedisCluster();
afterAll(() => shared.stop());

it("is named by several of its nodes, and nothing else is", async () => {
  const refusal = (redisUrl: string) => refuseUnsupportedStore({ redisUrl }).then(() => "", String);
  expect(await refusal(shared.url)).toBe("");
  expect(await refusal(splitRedisNodes(shared.url)[0]?.href ?? "")).toContain(
    "names one node of a Redis",
  );
  expect(await refusal(testRedisUrl())).toBe("");
  expect(await refusal(`${testRedisUrl()},127.0.0.1:1`)).toContain("are not a Redis Cluster");
});

it("holds the limits of attempts", async () => {
  const open = () => openAttemptLimits({ databaseUrl, redisUrl: shared.url }, log);
  const [limits, others] = [open(), open()];
  // Until it is connected, each process counts alone.
  const isRefused = async () => {
    const key = crypto.randomUUID();
    for (let n = 0; n < targetLimits.loginAccount.points; n += 1) {
      await limits.take("loginAccount", key);
    }
    return others.take("loginAccount", key).then(() => "", String);
  };
  await expect.poll(isRefused).toContain("Too many");
  await Promise.all([limits.close(), others.close()]);
});

describeQueueOperations("Operating the queues on a Redis Cluster", {
  databaseUrl,
  redisUrl: shared.url,
});
describeQueue("The queue on a Redis Cluster", { databaseUrl, redisUrl: shared.url });

const opened: { queue: JobQueue; workers: JobWorker[]; cluster: OwnCluster | null }[] = [];
afterEach(async () => {
  for (const { queue, workers, cluster } of opened.splice(0)) {
    await Promise.all(workers.map((worker) => worker.stop(1_000)));
    await queue.close();
    await cluster?.stop();
  }
});

function open(cluster: OwnCluster, isOwn = true) {
  const store = { databaseUrl, redisUrl: cluster.url };
  const queue = openQueue(store, { log, runsJobs: false, lockMs: 1_000 });
  const workers: JobWorker[] = [];
  opened.push({ queue, workers, cluster: isOwn ? cluster : null });
  const recorded: string[] = [];
  const record = () =>
    workers.push(
      queue.work({
        contract: { ...recordClicks, backoffMs: 10 },
        concurrency: 1,
        run: async (payload) => {
          const { clicks } = recordClicks.schema.parse(payload);
          recorded.push(
            ...z
              .array(z.object({ id: z.string() }))
              .parse(clicks)
              .map(({ id }) => id),
          );
        },
      }),
    );
  return { queue, recorded, record };
}

/** Sends a click at a time from four visitors until `isOver`; returns those that were accepted. */
async function sendUntil(isOver: () => boolean, queue: JobQueue) {
  const accepted: Click[] = [];
  let refused = 0;
  const visit = async () => {
    while (!isOver()) {
      const click = newClick();
      await queue.sendClicks([click]).then(
        () => accepted.push(click),
        () => {
          refused += 1;
        },
      );
      await Bun.sleep(5);
    }
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
  return { ids: accepted.map(({ id }) => id), refused };
}

async function countJobs({ masters }: OwnCluster): Promise<number[]> {
  return Promise.all(
    masters.map(async ({ admin }) => (await admin.keys("fairclick:{record-clicks-*}:*-*")).length),
  );
}

describe("clicks in a Redis Cluster", () => {
  it("are spread over the masters, and are one queue to operators", async () => {
    const cluster = await startRedisCluster();
    const { queue, record, recorded } = open(cluster);
    let at = 1_000;
    // A queue that answers too late rests for a second, and its click is sent to another one as well.
    const sendMore = async () => {
      for (let sent = 0; sent < 60; sent += 1, at += 1) await queue.sendClicks([newClick({ at })]);
      return Math.min(...(await countJobs(cluster)));
    };
    await expect.poll(sendMore).toBeGreaterThanOrEqual(10);
    const jobs = await countJobs(cluster);
    const countWaiting = async () => {
      const figures = (await queue.listFigures()).filter(({ waiting }) => waiting > 0);
      expect(figures.map(({ name }) => name)).toEqual([recordClicks.name]);
      return figures[0]?.waiting ?? 0;
    };
    expect(await countWaiting()).toBe(jobs.reduce((sum, each) => sum + each, 0));
    expect(await queue.oldestUnrecordedAt()).toBe(1_000);
    const oldest = await queue.findOldestUnrecorded();
    expect(oldest?.id).toMatch(/^1000-/);
    const operations = openQueueOperations({ databaseUrl, redisUrl: cluster.url }, log);
    const id = oldest?.id ?? "";
    expect(await operations.findIdle(recordClicks.name, [id])).toMatchObject([{ id }]);
    expect(await operations.remove(recordClicks.name, [id])).toEqual([]);
    const left = await countWaiting();
    expect(left).toBeGreaterThanOrEqual(at - 1_001);
    record();
    await expect.poll(() => recorded.length).toBe(left);
    await expect.poll(queue.oldestUnrecordedAt).toBeNull();
    expect(await operations.countRecorded()).toBe(left);
    await operations.replayRecorded();
    await expect.poll(() => recorded.length).toBe(2 * left);
    await operations.close();
  });

  it("survive the loss of a master under load", async () => {
    const cluster = await startRedisCluster();
    const { queue, record, recorded } = open(cluster);
    record();
    let isOver = false;
    const sending = sendUntil(() => isOver, queue);
    await expect.poll(() => recorded.length).toBeGreaterThan(50);
    cluster.masters[1]?.signal("SIGKILL");
    const promoted = cluster.replicas[1]?.admin;
    await expect.poll(() => promoted?.info("replication")).toContain("role:master");
    const before = recorded.length;
    await expect.poll(() => recorded.length).toBeGreaterThan(before + 50);
    isOver = true;
    const { ids, refused } = await sending;
    await expect.poll(queue.oldestUnrecordedAt).toBeNull();
    expect(ids.filter((id) => !recorded.includes(id))).toEqual([]);
    // Other masters take the clicks meanwhile.
    expect(refused).toBeLessThan(ids.length / 10);
  });

  it("go to other masters while one without a replica is away, and settlement waits for it", async () => {
    const cluster = await startRedisCluster(0);
    const { queue, record, recorded } = open(cluster);
    for (let sent = 0; sent < 12; sent += 1) await queue.sendClicks([newClick()]);
    cluster.masters[0]?.signal("SIGSTOP");
    let isOver = false;
    const sending = sendUntil(() => isOver, queue);
    await expect(queue.oldestUnrecordedAt()).rejects.toThrow();
    await expect
      .poll(queue.checkHealth)
      .toMatchObject({ problems: [expect.stringContaining("record-clicks-1, record-clicks-10")] });
    await Bun.sleep(2_000);
    isOver = true;
    const { ids } = await sending;
    expect(ids.length).toBeGreaterThan(20);
    record();
    cluster.masters[0]?.signal("SIGCONT");
    await expect.poll(() => recorded.length).toBeGreaterThanOrEqual(ids.length + 12);
    await expect.poll(queue.oldestUnrecordedAt).toBeNull();
    expect(ids.filter((id) => !recorded.includes(id))).toEqual([]);
    await expect.poll(() => queue.sendClicks([newClick()]).then(() => true, String)).toBe(true);
    await expect.poll(queue.checkHealth).toMatchObject({ problems: [], warnings: [] });
  });

  it("are refused while the replicas do not copy them", async () => {
    const cluster = await startRedisCluster();
    const { queue } = open(cluster);
    await queue.sendClicks([newClick()]);
    for (const replica of cluster.replicas) replica.signal("SIGSTOP");
    await expect(queue.sendClicks([newClick()])).rejects.toThrow();
    cluster.replicas[2]?.signal("SIGCONT");
    await expect.poll(() => queue.sendClicks([newClick()]).then(() => true, String)).toBe(true);
    for (const replica of cluster.replicas) replica.signal("SIGCONT");
  });
});
