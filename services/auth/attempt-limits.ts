import { AppError } from "@fairclick/core/errors";
import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Logger } from "pino";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config";
import { openPostgresLimits, openRedisLimits } from "./limit-stores";

/** Whole schools and carriers share one address: its limits are wide, an account's are not. */
export const attemptLimits = {
  loginAddress: { points: 300, seconds: 900 },
  loginAccount: { points: 20, seconds: 900 },
  registerAddress: { points: 200, seconds: 3_600 },
  registerAccount: { points: 20, seconds: 3_600 },
  googleAddress: { points: 300, seconds: 900 },
  passwordAddress: { points: 300, seconds: 900 },
  passwordAccount: { points: 20, seconds: 900 },
  paymentAccount: { points: 60, seconds: 900 },
  /** The page after a payment asks again by itself until the payment is decided. */
  confirmAccount: { points: 300, seconds: 900 },
  /** Calls with one campaign's key: with up to 1,000 reports in each, more than any game has. */
  conversionKey: { points: 600, seconds: 60 },
} as const;
export type LimitName = keyof typeof attemptLimits;

export type AttemptLimits = {
  /** Counts one attempt. Throws `rate_limited` when there have been too many. */
  take: (name: LimitName, key: string) => Promise<void>;
  forget: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Limits that all api processes share, kept in Redis where one is configured and in Postgres
 * otherwise. While the store is away each process counts for itself, so that nobody is locked out.
 */
export function openAttemptLimits(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
  log: Logger,
): AttemptLimits {
  const store = config.redisUrl
    ? openRedisLimits(config.redisUrl, log)
    : openPostgresLimits(config.databaseUrl, log);
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  const limiterOf = (name: LimitName) => {
    const { points, seconds } = attemptLimits[name];
    const limiter =
      limiters.get(name) ?? store.open({ keyPrefix: name, points, duration: seconds });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    take: async (name, key) => {
      await store.ready;
      try {
        await limiterOf(name).consume(hashKey(key));
      } catch (reason) {
        if (reason instanceof RateLimiterRes) throw tooMany(reason);
        throw reason;
      }
    },
    forget: async (name, key) => {
      await limiterOf(name).delete(hashKey(key));
    },
    close: store.close,
  };
}

function tooMany(state: RateLimiterRes): AppError {
  return new AppError("rate_limited", "Too many attempts. Please wait a while and try again.", {
    retryAfterSeconds: Math.max(1, state.msBeforeNext / 1_000),
  });
}

/** Addresses and e-mails are not kept in the open, and every key has the same length. */
function hashKey(key: string): string {
  return encodeBase64urlNoPadding(sha256(new TextEncoder().encode(key)));
}
