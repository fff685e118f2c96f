import { Redis } from "ioredis";
import { type Config, ConfigError } from "../config";
import { STORE_TIMEOUT_MS } from "./queue-store";
import { CLUSTER_REFUSED, readRedisInfo } from "./store-health";

/**
 * Throws a `ConfigError` if `REDIS_URL` is a node of a Redis Cluster, where only some queues would
 * work. A store that does not respond is accepted.
 */
export async function refuseUnsupportedStore({
  redisUrl,
}: Pick<Config, "redisUrl">): Promise<void> {
  if (!redisUrl) return;
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: STORE_TIMEOUT_MS,
    commandTimeout: STORE_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  }).on("error", () => {});
  try {
    const info = await redis.info().catch(() => "");
    if (readRedisInfo(info).cluster) throw new ConfigError([CLUSTER_REFUSED]);
  } finally {
    redis.disconnect();
  }
}
