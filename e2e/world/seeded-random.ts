import { nextFraction } from "@fairclick/stripe-stand-in/webhooks/random";

export type Random = {
  /** Between 0 and 1, 1 excluded. */
  next: () => number;
  between: (least: number, most: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** The same seed gives the same numbers. */
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
