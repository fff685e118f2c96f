export type GroupCommit<Item> = {
  /** Resolves when the item's group is committed; rejects if the commit fails. */
  add: (item: Item) => Promise<void>;
  waiting: () => number;
  drain: () => Promise<void>;
};

type Group<Item> = {
  items: Item[];
  committed: PromiseWithResolvers<void>;
  full: PromiseWithResolvers<void>;
};

/** A group of this size is worth a commit of its own: it waits for no more items. */
const FULL = 8;
/** Items that come less often than this find no company by waiting (ms). */
const RARE_MS = 30;

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs one commit at a time; items that arrive during a commit join the next one. After a pause a
 * single item is committed at once, or with others that have already arrived and only need to be read.
 * A group that soon follows another waits until it has eight items, at most `gatherMs`, so that items
 * that come one by one share commits too.
 */
export function createGroupCommit<Item>(
  commit: (items: Item[]) => Promise<void>,
  gatherMs = 0,
): GroupCommit<Item> {
  let next: Group<Item> | null = null;
  let running: Promise<void> | null = null;
  let lastAt = -Infinity;

  const gather = async ({ items, full }: Group<Item>) => {
    await endOfTurn();
    if (gatherMs === 0 || items.length >= FULL || performance.now() - lastAt >= RARE_MS) return;
    await Promise.race([full.promise, Bun.sleep(gatherMs)]);
  };

  const run = async () => {
    while (next) {
      const group: Group<Item> = next;
      await gather(group);
      next = null;
      lastAt = performance.now();
      await commit(group.items).then(group.committed.resolve, group.committed.reject);
    }
    running = null;
  };

  return {
    add: (item) => {
      next ??= { items: [], committed: Promise.withResolvers(), full: Promise.withResolvers() };
      next.items.push(item);
      if (next.items.length === FULL) next.full.resolve();
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
