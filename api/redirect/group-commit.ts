export type GroupCommit<Item> = {
  /** Resolves when the item's group is committed; rejects if the commit fails. */
  add: (item: Item) => Promise<void>;
  /** Number of items in the next group. */
  waiting: () => number;
  /** Resolves when nothing is waiting. */
  drain: () => Promise<void>;
};

type Group<Item> = { items: Item[]; committed: PromiseWithResolvers<void> };

/**
 * Runs one commit at a time; items that arrive during a commit join the next one. When idle it commits
 * at once, so a single item waits for one commit and a flood of items shares a few.
 */
export function createGroupCommit<Item>(
  commit: (items: Item[]) => Promise<void>,
): GroupCommit<Item> {
  let next: Group<Item> | null = null;
  let running: Promise<void> | null = null;

  const run = async () => {
    while (next) {
      const group: Group<Item> = next;
      next = null;
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
