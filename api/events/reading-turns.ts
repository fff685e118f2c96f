/** Lets a limited number of reads run at the same time. */
export type ReadingTurns = {
  /** Runs the read when it is its turn, and returns its result. */
  take: <Answer>(userId: string, read: () => Promise<Answer>) => Promise<Answer>;
};

type Waiting = { userId: string; start: () => void };

/**
 * Each user has at most one turn at a time, and the others wait in the order of their arrival: many
 * streams of one user, or slow reads, cannot keep other users from theirs.
 */
export function createReadingTurns(atOnce: number): ReadingTurns {
  const reading = new Set<string>();
  const waiting: Waiting[] = [];

  function startNext(): void {
    while (reading.size < atOnce) {
      const place = waiting.findIndex(({ userId }) => !reading.has(userId));
      const [next] = place < 0 ? [] : waiting.splice(place, 1);
      if (!next) return;
      reading.add(next.userId);
      next.start();
    }
  }

  return {
    take: async (userId, read) => {
      await new Promise<void>((start) => {
        waiting.push({ userId, start });
        startNext();
      });
      try {
        return await read();
      } finally {
        reading.delete(userId);
        startNext();
      }
    },
  };
}
