import { type LinkFacts, NETWORK_CLICKS } from "../link-findings";

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

/** Networks that a careful farm's proxies are spread over, each as likely as the others. */
const PROXY_NETWORKS = 1_000;
const OTHER_LINKS = 10;
const OTHER_CLICKS = 2_000;

/**
 * Plays the clicks of one link and returns its facts. Assumed: rates of honest links differ by
 * e^(0.5 z), 42 ± 11 % of people use IPv6, both kinds convert alike within e^(0.15 z), networks are
 * drawn with concentration 40. The farm uses IPv4 and converts nothing.
 */
export function playLink(random: () => number, { clicks, farm, rate }: Played): LinkFacts {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const own = rate * Math.exp(0.5 * normal());
  const ipv6Share = Math.min(0.9, Math.max(0.05, 0.42 + 0.11 * normal()));
  const tilt = Math.exp(0.15 * normal());
  const facts = { ipv4: { clicks: 0, conversions: 0 }, ipv6: { clicks: 0, conversions: 0 } };
  const seen: number[] = [];
  const networks = new Set<number>();
  for (let index = 0; index < clicks; index += 1) {
    const isFarm = random() < farm;
    const family = !isFarm && random() < ipv6Share ? "ipv6" : "ipv4";
    facts[family].clicks += 1;
    const chance = isFarm ? 0 : family === "ipv4" ? own * tilt : own;
    if (random() < chance) facts[family].conversions += 1;
    if (index >= NETWORK_CLICKS) continue;
    if (isFarm) networks.add(-1 - Math.floor(random() * PROXY_NETWORKS));
    else networks.add(drawNetwork(random, seen));
  }
  const others = { clicks: OTHER_LINKS * OTHER_CLICKS, conversions: 0, links: OTHER_LINKS };
  for (let link = 0; link < OTHER_LINKS; link += 1) {
    others.conversions += Math.round(OTHER_CLICKS * rate * Math.exp(0.5 * normal()));
  }
  return {
    ...facts,
    link: { clicks, conversions: facts.ipv4.conversions + facts.ipv6.conversions },
    others,
    known: { clicks: Math.min(clicks, NETWORK_CLICKS), networks: networks.size },
  };
}

/** Draws from an unknown Dirichlet distribution by Hoppe's urn. */
function drawNetwork(random: () => number, seen: number[]): number {
  const isNew = random() < 40 / (40 + seen.length);
  const drawn = isNew ? seen.length : (seen[Math.floor(random() * seen.length)] ?? 0);
  seen.push(drawn);
  return drawn;
}
