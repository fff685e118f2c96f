import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Logger } from "pino";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../../config";
import { LocalAttempts, openPostgresLimits, openRedisLimits } from "./limit-stores";

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
