import { ipKey, siteKey } from "@fairclick/core/clicks/addresses";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { ListeningDb } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { countOwnUnread } from "./list-notices";

const CHANNEL = "notice";
/** A burst of notices is one event. */
const PAUSE_MS = 1_000;
const MAX_FOLLOWERS = 500;
/**
 * Without HTTP/2 a browser has six connections per host: some must stay free for other requests. The
 * app follows in visible tabs only, and polls where it has no stream.
 */
const MAX_FOLLOWERS_PER_USER = 4;
/** Schools and mobile carriers put hundreds of people behind one address; IPv6 counts per /48. */
const MAX_FOLLOWERS_PER_NETWORK = 125;
const RETRY_AFTER_SECONDS = 10;

type Follower = {
  userId: UserId;
  network: string;
  changed: boolean;
  stopped: boolean;
  /** Set while the follower waits for a change. */
  wake: (() => void) | null;
};

export type NoticeSubscription = {
  /**
   * Resolves with the number of unread notices: at once the first time, then after each change; null
   * when the follower was stopped.
   */
  next: () => Promise<number | null>;
  stop: () => void;
};

type Dependencies = { db: ListeningDb; log: Logger };

/**
 * Notifies followers when their notices change. Postgres notifies one channel with the user's id, so
 * a follower costs a query only when there is something to report
 * (docs/decisions/037-one-stream-per-tab.md).
 */
export function openLiveNotices({ db, log }: Dependencies) {
  const followers = new Set<Follower>();
  let listening = false;
  let closed = false;

  /** Throws `rate_limited` or `unavailable` if there are too many followers. */
  function follow({ userId, ip }: { userId: UserId; ip: string }): NoticeSubscription {
    const network = siteKey(ip) ?? ipKey(ip);
    refuseTooMany({ userId, network });
    listen();
    const follower: Follower = { userId, network, changed: true, stopped: false, wake: null };
    followers.add(follower);
    let countedAt = 0;
    return {
      next: async () => {
        await waitForChange(follower);
        const pauseMs = countedAt + PAUSE_MS - performance.now();
        if (countedAt > 0 && pauseMs > 0) await Bun.sleep(pauseMs);
        if (follower.stopped) return null;
        follower.changed = false;
        countedAt = performance.now();
        return countOwnUnread(db, userId);
      },
      stop: () => stop(follower),
    };
  }

  function refuseTooMany({ userId, network }: Pick<Follower, "userId" | "network">): void {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    const all = [...followers];
    const own = all.filter((follower) => follower.userId === userId).length;
    if (own >= MAX_FOLLOWERS_PER_USER) {
      const message = t`Too many of your pages follow changes already`;
      throw new AppError("rate_limited", message, { retryAfterSeconds });
    }
    const near = all.filter((follower) => follower.network === network).length;
    if (near >= MAX_FOLLOWERS_PER_NETWORK) {
      const message = t`Too many pages in your network follow changes already`;
      throw new AppError("rate_limited", message, { retryAfterSeconds });
    }
    if (closed || followers.size >= MAX_FOLLOWERS) {
      const message = t`Changes cannot be followed live right now`;
      throw new AppError("unavailable", message, { retryAfterSeconds });
    }
  }

  function listen(): void {
    if (listening) return;
    listening = true;
    db.listen(CHANNEL, {
      onPayload: (userId) => {
        for (const follower of followers) if (follower.userId === userId) wake(follower);
      },
      onListening: () => {
        for (const follower of followers) wake(follower);
      },
      onError: (error) => log.warn({ err: error }, "live notices are not heard"),
    });
  }

  function stop(follower: Follower): void {
    follower.stopped = true;
    followers.delete(follower);
    wake(follower);
  }

  function close(): void {
    closed = true;
    for (const follower of [...followers]) stop(follower);
  }

  return { follow, close };
}

export type LiveNotices = ReturnType<typeof openLiveNotices>;

function waitForChange(follower: Follower): Promise<void> {
  if (follower.changed || follower.stopped) return Promise.resolve();
  return new Promise((resolve) => {
    follower.wake = resolve;
  });
}

function wake(follower: Follower): void {
  follower.changed = true;
  follower.wake?.();
  follower.wake = null;
}
