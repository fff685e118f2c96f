import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { recordClicks } from "@fairclick/core/jobs";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { pino } from "pino";
import { expect, it } from "vitest";
import { clickJobOptions } from "./jobs";
import { openQueue } from "./open-queue";
import { ownRedisDatabase } from "./testing/own-redis";
import { describeQueue } from "./testing/queue-suite";

const store = {
  databaseUrl: "postgres://nobody@127.0.0.1:1/nothing",
  redisUrl: await ownRedisDatabase(9),
};

describeQueue("The queue on Redis", store);

it.each([false, true])("stores a job of clicks as BullMQ does (first: %s)", async (first) => {
  const redis = new Redis(store.redisUrl, { maxRetriesPerRequest: null });
  const bullmq = new Queue(`{${recordClicks.name}}`, { connection: redis, prefix: "fairclick" });
  const queue = openQueue(store, { log: pino({ level: "silent" }), runsJobs: false });
  const key = (name: string) => `fairclick:{${recordClicks.name}}:${name}`;
  await redis.del(key("wait"), key("marker"));
  await bullmq.add(recordClicks.name, { kept: true }, { jobId: "of-bullmq", ...clickJobOptions });
  const marker = await redis.zrange(key("marker"), 0, "-1", "WITHSCORES");
  await redis.del(key("marker"));
  await queue.sendClicks([newClick()], { first });
  expect(await redis.zrange(key("marker"), 0, "-1", "WITHSCORES")).toEqual(marker);
  const waiting = await redis.lrange(key("wait"), 0, -1);
  expect(waiting.indexOf("of-bullmq")).toBe(first ? 0 : 1);
  const [own = ""] = waiting.filter((id) => id !== "of-bullmq");
  const read = async (id: string) => {
    const { data, timestamp, opts = "", ...fields } = await redis.hgetall(key(id));
    const { jobId: _, ...options } = JSON.parse(opts);
    return { ...fields, options, names: typeof data, sentAt: String(timestamp).length };
  };
  expect(await read(own)).toEqual(await read("of-bullmq"));
  await redis.del(...(await redis.keys(key("*"))));
  await Promise.all([bullmq.close(), queue.close()]);
  redis.disconnect();
});
