export type GroupCommit<Item> = {
  /** Resolves when the item's group is committed; rejects if the commit fails. */
  add: (item: Item) => Promise<void>;
  /** Number of items in the next group. */
  waiting: () => number;
  /** Resolves when nothing is waiting. */
  drain: () => Promise<void>;
};

type Group<Item> = { items: Item[]; committed: PromiseWithResolvers<void> };

/** Groups of at least this size form by themselves, while another one is committed. */
const ENOUGH = 16;
/** Items that come less often than this find no company by waiting (ms). */
const RARE_MS = 30;

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs one commit at a time; items that arrive during a commit join the next one. When idle it commits
 * a single item at once, or with others that have already arrived and only need to be read, and a flood
 * of items shares a few commits. Between the two it waits for
 * `gatherMs`, so that items that come one by one share commits too.
 */
export function createGroupCommit<Item>(
  commit: (items: Item[]) => Promise<void>,
  gatherMs = 0,
): GroupCommit<Item> {
  let next: Group<Item> | null = null;
  let running: Promise<void> | null = null;
  let lastSize = 0;
  let lastAt = -Infinity;

  const isWorthWaiting = () => lastSize < ENOUGH && performance.now() - lastAt < RARE_MS;

  const run = async () => {
    if (gatherMs > 0 && isWorthWaiting()) await Bun.sleep(gatherMs);
    while (next) {
      await endOfTurn();
      const group: Group<Item> = next;
      next = null;
      lastSize = group.items.length;
      lastAt = performance.now();
      await commit(group.items).then(group.committed.resolve, group.committed.reject);
    }
    running = null;
  };

  return {
    add: (item) => {
      if (next) next.items.push(item);
      else {
        next = { items: [item], committed: Promise.withResolvers() };
      }
      const { promise } = next.committed;
      running ??= run();
      return promise;
    },
    waiting: () => next?.items.length ?? 0,
    drain: async () => {
      while (running) await running;
    },
  };
}
