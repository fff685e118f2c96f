import type { Random } from "@fairclick/e2e/world/seeded-random";

export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Returns the index of one of the shares, as often as its size says. */
export function drawIndex(random: Random, shares: readonly number[]): number {
  let chance = random.next() * shares.reduce((total, share) => total + share, 0);
  return Math.max(
    0,
    shares.findIndex((share) => {
      chance -= share;
      return chance < 0;
    }),
  );
}
