import { nextFraction } from "@fairclick/stripe-stand-in/webhooks/random";

export type Random = {
  /** Returns a number from 0 up to 1, exclusive. */
  next: () => number;
  between: (least: number, most: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** Returns a generator; the same seed yields the same numbers. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    const drawn = nextFraction(state);
    state = drawn.seed;
    return drawn.fraction;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from");
      return item;
    },
  };
}
