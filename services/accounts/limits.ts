import {
  type CostKind,
  costs,
  type TargetName,
  targetLimits,
} from "@fairclick/core/accounts/limits";
import { AppError } from "@fairclick/core/errors";
import { ipKey, ipv6Network } from "@fairclick/core/ip/numbers";
import { t } from "@fairclick/core/language/t";
import { BoundedMap } from "@fairclick/core/memory";
import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import pg from "pg";
import type { Logger } from "pino";
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Config } from "../config";
import { connectRedis, STORE_TIMEOUT_MS } from "../redis";

export type LimitName = TargetName | `${CostKind}:${"user" | "network"}`;

export type AttemptLimits = {
  /** Counts one attempt. Throws `rate_limited` when the limit, `times` its points, is exceeded. */
  take: (name: LimitName, key: string, times?: number) => Promise<void>;
  forget: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens the limits that all api processes share, in Redis if it is configured, otherwise in
 * Postgres. While the store does not respond, each process continues from its last known counts. What
 * is counted by process never asks the store; of several on a machine each has its part of the limit.
 */
export function openAttemptLimits(
  config: Pick<Config, "databaseUrl" | "redisUrl"> & Partial<Pick<Config, "processes">>,
  log: Logger,
): AttemptLimits {
  const store = config.redisUrl
    ? openRedisLimits(config.redisUrl, log)
    : openPostgresLimits(config.databaseUrl, log);
  const local = new LocalAttempts();
  /** Apart from the others: many readers do not push out the guesses at an account. */
  const byProcess = new LocalAttempts();
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  const limiterFor = (name: LimitName) => {
    const { points, seconds } = findLimit(name);
    const limiter =
      limiters.get(name) ?? store.open({ keyPrefix: name, points, duration: seconds });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    take: async (name, key, times = 1) => {
      const { points, seconds, isByProcess } = findLimit(name);
      const limit = { points: points * times, seconds };
      if (isByProcess) {
        limit.points = Math.ceil(limit.points / (config.processes ?? 1));
        const ownKey = `${name}:${key}`;
        if (!byProcess.countAlone(ownKey, limit)) throw tooMany(byProcess.secondsLeft(ownKey));
        return;
      }
      const hashed = hashKey(key);
      const localKey = `${name}:${hashed}`;
      await store.ready;
      const answer = await callStore(limiterFor(name), hashed, log);
      const allowed = answer
        ? local.record(localKey, limit, answer)
        : local.countAlone(localKey, limit);
      if (!allowed) throw tooMany(local.secondsLeft(localKey));
    },
    forget: async (name, key) => {
      const hashed = hashKey(key);
      local.forget(`${name}:${hashed}`);
      await limiterFor(name)
        .delete(hashed)
        .catch((error: unknown) => log.warn({ err: error }, "limits store"));
    },
    close: store.close,
  };
}

type FoundLimit = Limit & { isByProcess: boolean };

function findLimit(name: LimitName): FoundLimit {
  if (isTarget(name)) return { ...targetLimits[name], isByProcess: false };
  const [kind, who] = name.split(":") as [CostKind, "user" | "network"];
  const { [who]: points, seconds, counted } = costs[kind];
  return { points, seconds, isByProcess: counted === "by process" };
}

function isTarget(name: LimitName): name is TargetName {
  return Object.hasOwn(targetLimits, name);
}

/** Returns the store's count, also beyond the limit; null if the store does not respond. */
async function callStore(
  limiter: RateLimiterAbstract,
  key: string,
  log: Logger,
): Promise<RateLimiterRes | null> {
  try {
    return await limiter.consume(key);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason;
    log.warn({ err: reason }, "limits store");
    return null;
  }
}

function tooMany(seconds: number): AppError {
  return new AppError("rate_limited", t`Too many attempts. Please wait a while and try again.`, {
    retryAfterSeconds: seconds,
  });
}

/** Addresses and e-mails are not stored in clear text, and every key has the same length. */
function hashKey(key: string): string {
  return encodeBase64urlNoPadding(sha256(new TextEncoder().encode(key)));
}

export type Caller = {
  /** The user, operator or campaign's key that sends the request; null for anonymous ones. */
  id: string | null;
  ip: string;
};

/**
 * Counts one request of a kind, against its caller and then against the network. A caller who has no
 * requests left uses up none of the network's. Throws `rate_limited`.
 */
export async function limitRequest(
  limits: Pick<AttemptLimits, "take">,
  kind: CostKind,
  { id, ip }: Caller,
): Promise<void> {
  if (id !== null) await limits.take(`${kind}:user`, id);
  await limitNetwork(limits, `${kind}:network`, ip);
}

/** One customer may hold a /56 or a /48: each has a budget that many neighbours can share. */
const widerNetworks = [
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
];

/**
 * Counts one attempt from an address: IPv4 as it is, IPv6 by its /64, /56 and /48. The narrowest is
 * counted first, so that an exhausted /64 does not use up its neighbours' budget.
 */
export async function limitNetwork(
  limits: Pick<AttemptLimits, "take">,
  name: `${CostKind}:network` | "drawingNetwork",
  ip: string,
): Promise<void> {
  await limits.take(name, ipKey(ip));
  if (!ip.includes(":")) return;
  for (const { bits, times } of widerNetworks) {
    await limits.take(name, ipv6Network(ip, bits), times);
  }
}

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

type LimitStore = {
  open: (options: LimiterOptions) => RateLimiterAbstract;
  /** Resolves when the store is first reached, or after `STORE_TIMEOUT_MS`. */
  ready: Promise<unknown>;
  close: () => Promise<void>;
};

function openPostgresLimits(databaseUrl: string, log: Logger): LimitStore {
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

function openRedisLimits(redisUrl: string, log: Logger): LimitStore {
  const redis = connectRedis(redisUrl, {
    waits: false,
    maxRetriesPerRequest: 1,
    commandTimeout: STORE_TIMEOUT_MS,
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
class LocalAttempts {
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
