import { Redis } from "ioredis";
import { testRedisUrl } from "../../testing/test-redis";

/** Returns a database of the tests' Redis for one test file, emptied of earlier queues. */
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
