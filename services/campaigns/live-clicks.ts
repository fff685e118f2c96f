import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { LinkKey } from "@fairclick/sql/campaigns/links";
import { type LiveClickRow, listLiveClicks } from "@fairclick/sql/clicks/read-clicks";
import type { Db } from "@fairclick/sql/db/client";
import type { Logger } from "pino";

const POLL_MS = 1_000;
/** Max time between the timestamps of a transaction's rows and its commit. */
const OVERLAP_MS = 15_000;
const LATEST = 100;
const RETRY_AFTER_SECONDS = 10;

type Follower = {
  link: LinkKey;
  since: Date;
  sent: Map<string, LiveClickRow["verdict"]>;
  /** Set while the follower waits. A slow follower is queried later and misses nothing. */
  answer: ((news: LiveClickRow[] | null) => void) | null;
  stopped: boolean;
};

export type ClickSubscription = {
  /**
   * Resolves with new clicks and changed verdicts as soon as there are any; null when the follower
   * was closed.
   */
  next: () => Promise<LiveClickRow[] | null>;
  stop: () => void;
};

/**
 * Notifies followers about clicks of their links. Queries the database once per second for all
 * followers of this process, and not at all without followers
 * (docs/decisions/037-one-stream-per-tab.md).
 */
export function openLiveClicks({ db, log }: { db: Db; log: Logger }) {
  const followers = new Set<Follower>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let querying = false;
  let closed = false;

  /**
   * Follows the changes since `since`; null starts with the latest clicks. Throws `unavailable` if the
   * process stops. The caller limits the number of followers.
   */
  function follow({ link, since }: { link: LinkKey; since: Date | null }): ClickSubscription {
    if (closed) {
      const message = t`Clicks cannot be followed live right now`;
      throw new AppError("unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const from = since ? new Date(since.getTime() - OVERLAP_MS) : new Date(0);
    const follower: Follower = { link, since: from, sent: new Map(), answer: null, stopped: false };
    followers.add(follower);
    return {
      next: () => {
        if (follower.stopped) return Promise.resolve(null);
        return new Promise((answer) => {
          follower.answer = answer;
          scheduleQuery(follower.sent.size === 0 ? 0 : POLL_MS);
        });
      },
      stop: () => stop(follower),
    };
  }

  function stop(follower: Follower): void {
    follower.stopped = true;
    followers.delete(follower);
    follower.answer?.(null);
  }

  function scheduleQuery(ms: number): void {
    if (closed || querying || followers.size === 0) return;
    if (timer && ms > 0) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  }

  async function ask(): Promise<void> {
    timer = null;
    querying = true;
    try {
      const waiting = [...followers].filter(({ answer }) => answer !== null);
      const links = earliestOfEach(waiting);
      const rows =
        links.length === 0 ? [] : await listLiveClicks(db.sql, { links, latest: LATEST });
      const byLink = Map.groupBy(rows, linkKey);
      for (const follower of waiting) tell(follower, byLink.get(linkKey(follower.link)) ?? []);
    } catch (error) {
      log.warn({ err: error }, "live clicks could not be read");
    }
    querying = false;
    scheduleQuery(POLL_MS);
  }

  function close(): void {
    closed = true;
    if (timer) clearTimeout(timer);
    for (const follower of [...followers]) stop(follower);
  }

  return { follow, close };
}

export type LiveClicks = ReturnType<typeof openLiveClicks>;

function linkKey({ campaignId, creatorId }: LinkKey): string {
  return `${campaignId}:${creatorId}`;
}

/** Returns each link once, with the earliest time that one of its followers has reached. */
function earliestOfEach(followers: Follower[]): (LinkKey & { since: Date })[] {
  const byLink = Map.groupBy(followers, ({ link }) => linkKey(link));
  return [...byLink.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const times = [first, ...others].map(({ since }) => since.getTime());
    return [{ ...first.link, since: new Date(Math.min(...times)) }];
  });
}

function tell(follower: Follower, rows: LiveClickRow[]): void {
  const recent = rows.filter(({ changedAt }) => changedAt > follower.since);
  const news = recent.filter(({ id, verdict }) => follower.sent.get(id) !== verdict);
  if (news.length === 0 || !follower.answer) return;
  const latest = Math.max(...recent.map(({ changedAt }) => changedAt.getTime()));
  follower.since = new Date(Math.max(follower.since.getTime(), latest - OVERLAP_MS));
  follower.sent = new Map(recent.map(({ id, verdict }) => [id, verdict]));
  follower.answer(news);
  follower.answer = null;
}
