import { AppError } from "@fairclick/core/errors";
import { ipKey, ipv6Network } from "@fairclick/core/ip/numbers";
import { t } from "@fairclick/core/language/t";
import { BoundedMap } from "@fairclick/core/memory";
import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { Redis } from "ioredis";
import pg from "pg";
import type { Logger } from "pino";
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Config } from "../config";

/**
 * Schools and mobile carriers put hundreds of people behind one address, so the limits per address
 * are wide and those per account are not.
 */
export const attemptLimits = {
  loginAddress: { points: 300, seconds: 900 },
  loginAccount: { points: 20, seconds: 900 },
  /**
   * Per device on which the account has signed in before; attempts from other devices do not count.
   */
  loginDevice: { points: 20, seconds: 900 },
  registerAddress: { points: 200, seconds: 3_600 },
  registerAccount: { points: 20, seconds: 3_600 },
  googleAddress: { points: 300, seconds: 900 },
  passwordAddress: { points: 300, seconds: 900 },
  passwordAccount: { points: 20, seconds: 900 },
  factorAddress: { points: 300, seconds: 900 },
  /** A code has six digits, of which up to three are valid at a time: guessing takes years. */
  factorAccount: { points: 10, seconds: 3_600 },
  /** Challenges for passkeys, and their signatures. */
  passkeyAddress: { points: 300, seconds: 900 },
  passkeyAccount: { points: 60, seconds: 3_600 },
  /** Requests for a mail, per address whether it has an account or not: nobody can flood a mailbox. */
  mailAddress: { points: 100, seconds: 3_600 },
  mailAccount: { points: 5, seconds: 3_600 },
  /** Guesses of the tokens in mails. */
  mailTokenAddress: { points: 300, seconds: 900 },
  /** Each archive reads everything that the account owns. */
  archiveAccount: { points: 5, seconds: 3_600 },
  /** Messages of the contact form, per sender's address and per address for the answer. */
  contactAddress: { points: 20, seconds: 3_600 },
  contactAccount: { points: 5, seconds: 86_400 },
  /** Messages of everybody together: the operator's mailbox cannot be flooded from many networks. */
  contactAll: { points: 200, seconds: 3_600 },
  /** Reports of links, with and without an account. */
  reportAddress: { points: 60, seconds: 3_600 },
  reportAccount: { points: 20, seconds: 3_600 },
  /** Encoding an image takes seconds of processor time. */
  coverAccount: { points: 30, seconds: 3_600 },
  /** Drawings that no recent request had: each takes a process, and only one runs at a time. */
  drawingAddress: { points: 120, seconds: 3_600 },
  /** Each new channel has a code of its own, and is written to the audit log. */
  channelAccount: { points: 20, seconds: 86_400 },
  joinRequestAccount: { points: 40, seconds: 86_400 },
  /** Each check fetches a page: neither the platforms nor anybody's website can be flooded by us. */
  channelCheckAccount: { points: 10, seconds: 86_400 },
  channelCheckHost: { points: 60, seconds: 3_600 },
  paymentAccount: { points: 60, seconds: 900 },
  /** The page after a payment polls until the payment succeeds or fails. */
  confirmAccount: { points: 300, seconds: 900 },
  /** Calls with one personal key. */
  personalKey: { points: 600, seconds: 60 },
  /** Calls with one campaign key, each with up to 1,000 reports: more than any game has. */
  conversionKey: { points: 600, seconds: 60 },
} as const;
export type LimitName = keyof typeof attemptLimits;

export type AttemptLimits = {
  /** Counts one attempt. Throws `rate_limited` when the limit, `times` its points, is exceeded. */
  take: (name: LimitName, key: string, times?: number) => Promise<void>;
  forget: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens the limits that all api processes share, in Redis if it is configured, otherwise in
 * Postgres. While the store does not respond, each process continues from its last known counts.
 */
export function openAttemptLimits(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
  log: Logger,
): AttemptLimits {
  const store = config.redisUrl
    ? openRedisLimits(config.redisUrl, log)
    : openPostgresLimits(config.databaseUrl, log);
  const local = new LocalAttempts();
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  const limiterFor = (name: LimitName) => {
    const { points, seconds } = attemptLimits[name];
    const limiter =
      limiters.get(name) ?? store.open({ keyPrefix: name, points, duration: seconds });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    take: async (name, key, times = 1) => {
      const hashed = hashKey(key);
      const localKey = `${name}:${hashed}`;
      const { points, seconds } = attemptLimits[name];
      const limit = { points: points * times, seconds };
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

/** One customer may hold a /56 or a /48: each has a budget that many neighbours can share. */
const widerNetworks = [
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
];

/**
 * Counts one attempt from an address: IPv4 as it is, IPv6 by its /64, /56 and /48. The narrowest is
 * counted first, so that an exhausted /64 does not use up its neighbours' budget.
 */
export async function limitAddressAttempts(
  limits: Pick<AttemptLimits, "take">,
  name: Extract<LimitName, `${string}Address`>,
  ip: string,
): Promise<void> {
  await limits.take(name, ipKey(ip));
  if (!ip.includes(":")) return;
  for (const { bits, times } of widerNetworks) {
    await limits.take(name, ipv6Network(ip, bits), times);
  }
}

const STORE_TIMEOUT_MS = 2_000;

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
