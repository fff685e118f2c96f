import { BoundedMap } from "@fairclick/core/memory";
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

type LimitStore = {
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

/** Removes connections after a query timed out: the limiter would reuse them. */
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

const MAX_KEYS = 100_000;
/** Responses with ends of windows this close together are about the same window. */
const SAME_WINDOW_MS = 1_000;

type Attempts = {
  /** The highest count that the shared store returned in this window. */
  stored: number;
  /** Attempts that this process allowed without a response from the store. */
  unstored: number;
  endsAt: number;
};

type Limit = { points: number; seconds: number };
type Answer = { consumedPoints: number; msBeforeNext: number };

/**
 * One process's counts of attempts, per key. They decide while the shared store does not respond;
 * attempts allowed in that time still count once the store responds again.
 */
export class LocalAttempts {
  readonly #attempts = new BoundedMap<string, Attempts>(MAX_KEYS);

  /** Records a count returned by the store. Returns false if the limit is exceeded. */
  record(key: string, { points, seconds }: Limit, answer: Answer): boolean {
    const attempts = this.#find(key, seconds);
    const endsAt = Date.now() + Math.max(0, answer.msBeforeNext);
    const sameWindow = Math.abs(endsAt - attempts.endsAt) < SAME_WINDOW_MS;
    attempts.stored = sameWindow
      ? Math.max(attempts.stored, answer.consumedPoints)
      : answer.consumedPoints;
    // Attempts that the store does not know stay counted until their window ends.
    attempts.endsAt = attempts.unstored > 0 ? Math.max(endsAt, attempts.endsAt) : endsAt;
    this.#attempts.set(key, attempts);
    return answer.consumedPoints + attempts.unstored <= points;
  }

  /** Counts an attempt without the store. Returns false if the limit is exceeded. */
  countAlone(key: string, { points, seconds }: Limit): boolean {
    const attempts = this.#find(key, seconds);
    if (attempts.stored + attempts.unstored >= points) return false;
    attempts.unstored += 1;
    this.#attempts.set(key, attempts);
    return true;
  }

  secondsLeft(key: string): number {
    const endsAt = this.#attempts.get(key)?.endsAt ?? 0;
    return Math.max(1, (endsAt - Date.now()) / 1_000);
  }

  forget(key: string): void {
    this.#attempts.delete(key);
  }

  #find(key: string, seconds: number): Attempts {
    const known = this.#attempts.get(key);
    if (known && known.endsAt > Date.now()) return known;
    return { stored: 0, unstored: 0, endsAt: Date.now() + seconds * 1_000 };
  }
}
