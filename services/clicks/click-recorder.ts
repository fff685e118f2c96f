export type ClickRecorder = {
  /** Resolves when the clicks are recorded; rejects if their transaction fails. */
  record: (clicks: readonly unknown[]) => Promise<void>;
};

type Waiting = { clicks: readonly unknown[]; recorded: PromiseWithResolvers<void> };

/** Clicks of one transaction, unless one job has more. */
const CLICKS_AT_ONCE = 500;
const CONCURRENCY = 4;

/**
 * Records the clicks of several jobs together: a transaction costs as much as recording many clicks.
 * Jobs wait for others for `gatherMs`, or until there are 500 clicks.
 */
export function createClickRecorder(
  record: (clicks: unknown[]) => Promise<void>,
  gatherMs: number,
): ClickRecorder {
  let waiting: Waiting[] = [];
  let clicksWaiting = 0;
  let running = 0;
  let isTimed = false;

  const takeGroup = (): Waiting[] => {
    let clicks = 0;
    let jobs = 0;
    for (const one of waiting) {
      if (jobs > 0 && clicks + one.clicks.length > CLICKS_AT_ONCE) break;
      clicks += one.clicks.length;
      jobs += 1;
    }
    const group = waiting.slice(0, jobs);
    waiting = waiting.slice(jobs);
    clicksWaiting -= clicks;
    return group;
  };

  const runGroup = async (group: Waiting[]) => {
    running += 1;
    try {
      await record(group.flatMap(({ clicks }) => clicks));
      for (const { recorded } of group) recorded.resolve();
    } catch (error) {
      for (const { recorded } of group) recorded.reject(error);
    }
    running -= 1;
    start();
  };

  /** Starts full groups at once, a smaller one when its time has come. */
  const start = () => {
    while (running < CONCURRENCY && clicksWaiting >= CLICKS_AT_ONCE) void runGroup(takeGroup());
    if (isTimed || waiting.length === 0 || running >= CONCURRENCY) return;
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      if (waiting.length > 0 && running < CONCURRENCY) void runGroup(takeGroup());
      start();
    }, gatherMs);
  };

  return {
    record: (clicks) => {
      const recorded = Promise.withResolvers<void>();
      waiting.push({ clicks, recorded });
      clicksWaiting += clicks.length;
      start();
      return recorded.promise;
    },
  };
}
