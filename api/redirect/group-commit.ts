export type GroupCommit<Item> = {
  /** Resolves when the group that the item has joined is committed, rejects when that failed. */
  add: (item: Item) => Promise<void>;
  /** How many items wait for the next group. */
  waiting: () => number;
  /** Resolves when nothing waits any more. */
  drain: () => Promise<void>;
};

type Group<Item> = { items: Item[]; committed: PromiseWithResolvers<void> };

/**
 * One commit at a time: what comes while one is under way joins the next. Idle, it commits at once,
 * so a lone item waits for one commit and a flood shares few.
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
