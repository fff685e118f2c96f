import { settleClicks } from "@fairclick/core/jobs";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openConsumers } from "./consumers";
import { openQueue } from "./open-queue";
import { openPostgresStore } from "./postgres-store";
import type { Consumer, QueueStore } from "./queue-store";

const { url } = await createTestDatabase();
const log = pino({ level: "silent" });

it("opens a consumer again that has stopped without a word", async () => {
  const store = openPostgresStore(url, { onError: () => {} });
  const opened: Consumer[] = [];
  const problems: (string | null)[] = [];
  const watchedStore: QueueStore = {
    ...store,
    openConsumer: (...input) => {
      problems.push(consumers.findConsumerProblem());
      const consumer = store.openConsumer(...input);
      opened.push(consumer);
      return consumer;
    },
  };
  const consumers = openConsumers(watchedStore, { log, lockMs: 1_000, silenceMs: 6_000 });
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const worker = consumers.work({ contract: settleClicks, concurrency: 1, run });
  await expect.poll(consumers.findConsumerProblem).toBeNull();
  await opened[0]?.close(true);
  const sender = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: false });
  await sender.send(settleClicks, {});
  await expect.poll(() => runs).toBe(1);
  const silent = "no sign of life from its jobs settle-clicks";
  expect(problems).toEqual([silent, silent]);
  expect(consumers.findConsumerProblem()).toBeNull();
  await sender.close();
  await worker.stop(1_000);
  await store.close();
});

it("knows of a consumer that it waits for a job, without asking for one", async () => {
  const store = openPostgresStore(url, { onError: () => {} });
  const consumers = openConsumers(store, { log, lockMs: 1_000, silenceMs: 6_000 });
  const contract = { ...settleClicks, name: "test-idle" };
  const worker = consumers.work({ contract, concurrency: 1, run: async () => {} });
  await expect.poll(consumers.findConsumerProblem).toBeNull();
  const problems = new Set<string | null>();
  for (let second = 0; second < 12; second += 1) {
    await Bun.sleep(1_000);
    problems.add(consumers.findConsumerProblem());
  }
  expect([...problems]).toEqual([null]);
  await worker.stop(1_000);
  await store.close();
});

it("fails a run that takes too long, so that it is retried", async () => {
  const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: true });
  const contract = { ...settleClicks, name: "test-long", attempts: 2, backoffMs: 10 };
  let runs = 0;
  const worker = queue.work({
    ...{ contract, concurrency: 1, timeoutMs: 50 },
    run: () => {
      runs += 1;
      return new Promise(() => {});
    },
  });
  await queue.send(contract, {});
  await expect.poll(() => runs).toBe(2);
  await worker.stop(1_000);
  await queue.close();
});
