import { Redis } from "ioredis";
import { testRedisUrl } from "../../testing/test-redis";

/** A database of the tests' Redis that one test file has for itself, without queues of earlier runs. */
export async function ownRedisDatabase(index: number): Promise<string> {
  const url = new URL(testRedisUrl());
  url.pathname = `/${index}`;
  const redis = new Redis(url.href);
  try {
    const leftOver = await redis.keys("fairclick:*");
    if (leftOver.length > 0) await redis.del(...leftOver);
  } finally {
    redis.disconnect();
  }
  return url.href;
}
