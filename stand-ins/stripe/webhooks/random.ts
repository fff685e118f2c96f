/** Performs one step of mulberry32. Returns a fraction in [0, 1) and the next seed. */
export function nextFraction(seed: number): { fraction: number; seed: number } {
  const next = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return { fraction: ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296, seed: next };
}

/** Returns a shuffled copy; the same seed produces the same order. */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  return items
    .map((item) => {
      const drawn = nextFraction(state);
      state = drawn.seed;
      return { item, at: drawn.fraction };
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
