/** What a click pays its creator, for clicks made at `from` (ms since 1970) or later. */
export type Price = { from: number; payoutMicros: bigint };

/** What decides how much of the budget a click claims. */
export type Pricing = {
  /** Sorted by `from`; the first one also holds for all clicks before it. */
  prices: readonly Price[];
  /** The platform's fee per paid click. */
  feeMicros: bigint;
};

/** Returns what a click that was made at a time pays its creator. */
export function priceAt({ prices }: Pick<Pricing, "prices">, at: number): bigint {
  const price = prices.findLast(({ from }) => from <= at) ?? prices[0];
  if (!price) throw new Error("A campaign without a price");
  return price.payoutMicros;
}
