import { Redis } from "ioredis";
import pg from "pg";
import type { Logger } from "pino";
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRedis,
} from "rate-limiter-flexible";

const STORE_TIMEOUT_MS = 2_000;

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

export type LimitStore = {
  open: (options: LimiterOptions) => RateLimiterAbstract;
  /** Resolves when the store is first reached, or after `STORE_TIMEOUT_MS`. */
  ready: Promise<unknown>;
  close: () => Promise<void>;
};

export function openPostgresLimits(databaseUrl: string, log: Logger): LimitStore {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 3,
    options: "-c role=fairclick_app",
    application_name: "fairclick limits",
    connectionTimeoutMillis: STORE_TIMEOUT_MS,
    query_timeout: STORE_TIMEOUT_MS,
  });
  pool.on("error", (error) => log.warn({ err: error }, "limits store"));
  dropUnanswered(pool);
  return {
    open: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
      }),
    ready: Promise.resolve(),
    close: () => pool.end(),
  };
}

/** The limiter returns a connection whose query had no answer in time: it must not be used again. */
function dropUnanswered(pool: pg.Pool): void {
  const takenAt = new WeakMap<pg.PoolClient, number>();
  pool.on("acquire", (client: pg.PoolClient) => takenAt.set(client, performance.now()));
  pool.on("release", (_error, client) => {
    const takenMs = performance.now() - (takenAt.get(client) ?? 0);
    if (takenMs >= STORE_TIMEOUT_MS) void client.end();
  });
}

export function openRedisLimits(redisUrl: string, log: Logger): LimitStore {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: STORE_TIMEOUT_MS,
    connectTimeout: STORE_TIMEOUT_MS,
    socketTimeout: STORE_TIMEOUT_MS,
  });
  redis.on("error", (error) => log.warn({ err: error }, "limits store"));
  const connected = new Promise((resolve) => redis.once("ready", resolve));
  return {
    open: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `fairclick:limits:${options.keyPrefix}`,
        storeClient: redis,
        rejectIfRedisNotReady: true,
      }),
    ready: Promise.race([connected, Bun.sleep(STORE_TIMEOUT_MS)]),
    close: async () => redis.disconnect(),
  };
}
