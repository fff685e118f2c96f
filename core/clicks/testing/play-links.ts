import type { LinkFacts } from "../link-findings";

/** A sequence of numbers from 0 to 1 that is the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Played = {
  clicks: number;
  /** Share of the clicks that a farm on residential proxies makes. */
  farm: number;
  /** The campaign's rate of conversions, from 0 to 1. */
  rate: number;
};

const OTHER_LINKS = 10;
const OTHER_CLICKS = 2_000;

/**
 * Plays the clicks of one link and returns its facts. Assumed: rates of honest links differ by
 * e^(0.5 z). The farm converts nothing.
 */
export function playLink(random: () => number, { clicks, farm, rate }: Played): LinkFacts {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const own = rate * Math.exp(0.5 * normal());
  let conversions = 0;
  for (let index = 0; index < clicks; index += 1) {
    if (random() >= farm && random() < own) conversions += 1;
  }
  const others = { clicks: OTHER_LINKS * OTHER_CLICKS, conversions: 0, links: OTHER_LINKS };
  for (let link = 0; link < OTHER_LINKS; link += 1) {
    others.conversions += Math.round(OTHER_CLICKS * rate * Math.exp(0.5 * normal()));
  }
  return { link: { clicks, conversions }, others };
}
