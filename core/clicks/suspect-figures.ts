import { sharedAsns } from "../ip/as-books";

/** What can be odd about clicks. */
export const figures = [
  "players",
  "net24",
  "net48",
  "asn",
  "people",
  "shared people",
  "devices",
  "fresh",
  "ipv6",
  "rhythm",
  "agents",
  "homes",
  "payer",
  "accounts",
  "sign-ins",
] as const;
export type Figure = (typeof figures)[number];

export const networkKinds = ["net24", "net48", "asn"] as const;
export type NetworkKind = (typeof networkKinds)[number];

/** A paid or held click. Devices, addresses and user agents are hashes. */
export type ExaminedClick = {
  at: Date;
  /** Its /24 or /48. */
  network: string | null;
  isIpv6: boolean;
  asn: number | null;
  country: string | null;
  device: number | null;
  /** Whether the device had not clicked before. */
  isFresh: boolean;
  address: number | null;
  agent: number;
  /** The player that it brought; null if there is none, or another click counts for that player. */
  player: string | null;
  /** Whether another account was signed in at its address or with its device. */
  isHome: boolean;
};

/** The most frequent networks of clicks: value, clicks, players, devices, AS. */
type Counted = [value: string, clicks: number, players: number, devices: number, asn: number];

/** What is compared of some clicks. Sums: those of several links can be added. */
export type Measures = {
  clicks: number;
  players: number;
  devices: number;
  fresh: number;
  homes: number;
  /** Gaps between clicks, and those that are as long as the gaps around them. */
  gaps: number;
  evenGaps: number;
  /** User agents of `agentClicks` clicks that are spread over all, and how evenly they are used, from 0 to 1. */
  agents: number;
  agentClicks: number;
  agentEvenness: number;
  /** Clicks, players and IPv6 clicks by country. */
  countries: Record<string, [clicks: number, players: number, ipv6: number]>;
  networks: Record<NetworkKind, Counted[]>;
};

const TOP_NETWORKS = 6;
const AGENT_CLICKS = 200;
const NEIGHBOURS = 4;
const EVEN = 0.25;
/** Share of gaps that lie within a quarter of the median gap, if clicks come at random times. */
const EVEN_BY_CHANCE = 0.27;

/** Measures clicks that are sorted by time. */
export function measureClicks(clicks: readonly ExaminedClick[]): Measures {
  const step = Math.max(1, clicks.length / AGENT_CLICKS);
  const spread = Array.from(
    { length: Math.min(clicks.length, AGENT_CLICKS) },
    (_, n) => clicks[Math.floor(n * step)]?.agent,
  );
  const agents = countBy(spread, (agent) => agent ?? null);
  const countries = Map.groupBy(clicks, ({ country }) => country ?? "");
  const count = (matches: (click: ExaminedClick) => boolean) => clicks.filter(matches).length;
  return {
    clicks: clicks.length,
    players: countPlayers(clicks),
    devices: countDevices(clicks),
    fresh: count(({ isFresh }) => isFresh),
    homes: count(({ isHome }) => isHome),
    ...measureGaps(clicks),
    agents: agents.size,
    agentClicks: spread.length,
    agentEvenness: measureEvenness([...agents.values()]),
    countries: Object.fromEntries(
      [...countries].map(([country, own]) => [
        country,
        [own.length, countPlayers(own), own.filter(({ isIpv6 }) => isIpv6).length],
      ]),
    ),
    networks: {
      net24: listNetworks(clicks, (click) => (click.isIpv6 ? null : click.network)),
      net48: listNetworks(clicks, (click) => (click.isIpv6 ? click.network : null)),
      asn: listNetworks(clicks, ({ asn }) => (asn === null ? null : `AS${asn}`)),
    },
  };
}

/** Addresses of carriers and campuses are in no network: many people share them. */
function listNetworks(
  clicks: readonly ExaminedClick[],
  toValue: (click: ExaminedClick) => string | null,
): Counted[] {
  const own = clicks.filter(({ asn }) => !shared.has(asn));
  return [...Map.groupBy(own, toValue)]
    .flatMap(([value, of]): Counted[] =>
      value === null
        ? []
        : [[value, of.length, countPlayers(of), countDevices(of), of[0]?.asn ?? 0]],
    )
    .sort((a, b) => b[1] - a[1])
    .slice(0, TOP_NETWORKS);
}

const shared: ReadonlySet<number | null> = new Set(sharedAsns);

function countPlayers(clicks: readonly ExaminedClick[]): number {
  return new Set(clicks.flatMap(({ player }) => (player === null ? [] : [player]))).size;
}

function countDevices(clicks: readonly ExaminedClick[]): number {
  return new Set(clicks.map(({ device }) => device)).size;
}

function countBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(toKey(item), (counts.get(toKey(item)) ?? 0) + 1);
  return counts;
}

/** Returns 1 if all values are as frequent, and less the more one of them dominates. */
function measureEvenness(counts: readonly number[]): number {
  if (counts.length < 2) return 0;
  const all = counts.reduce((sum, count) => sum + count, 0);
  const entropy = counts.reduce((sum, count) => sum - (count / all) * Math.log(count / all), 0);
  return entropy / Math.log(counts.length);
}

function measureGaps(clicks: readonly ExaminedClick[]): Pick<Measures, "gaps" | "evenGaps"> {
  const gaps = clicks
    .slice(1)
    .map(({ at }, n) => at.getTime() - (clicks[n]?.at.getTime() ?? 0))
    .filter((gap) => gap > 0);
  const even = gaps.filter((gap, n) => {
    const around = gaps.slice(Math.max(0, n - NEIGHBOURS), n + NEIGHBOURS + 1);
    const usual = median(around);
    return Math.abs(gap - usual) <= EVEN * usual;
  });
  return { gaps: gaps.length, evenGaps: even.length };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const DAY_MS = 86_400_000;
/** A day with this many times the clicks of the median day is a burst. */
const BURST = 4;
const MIN_DAYS = 3;
/** Fewer clicks are chance. */
export const MIN_CLICKS = 20;

/**
 * Separates the days of the newest week that have far more clicks than the others: anybody can have added
 * those, to hide a farm or to put an honest link at the top.
 */
export function splitBurst(clicks: readonly ExaminedClick[], now: Date) {
  const toDay = ({ at }: ExaminedClick) => Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  const days = countBy(clicks, toDay);
  const limit = BURST * median([...days.values()]);
  const isBurst = (click: ExaminedClick) =>
    toDay(click) < 7 && (days.get(toDay(click)) ?? 0) > limit;
  const steady = clicks.filter((click) => !isBurst(click));
  if (days.size < MIN_DAYS || steady.length < 2 * MIN_CLICKS || steady.length === clicks.length) {
    return { steady: clicks, burst: [] };
  }
  return { steady, burst: clicks.filter(isBurst) };
}

/** Leaves out networks that are suspects of their own: they click the links of many. */
export function withoutNetworks(measures: Measures, listed: ReadonlySet<string>): Measures {
  const keep = (kind: NetworkKind) =>
    measures.networks[kind].filter(([value]) => !listed.has(value));
  return {
    ...measures,
    networks: { net24: keep("net24"), net48: keep("net48"), asn: keep("asn") },
  };
}

export function mergeMeasures(all: readonly Measures[]): Measures {
  const sum = (read: (each: Measures) => number) =>
    all.reduce((total, each) => total + read(each), 0);
  const clicks = sum((each) => each.clicks);
  const countries: Measures["countries"] = {};
  for (const each of all) {
    for (const [country, [own, players, ipv6]] of Object.entries(each.countries)) {
      const [a, b, c] = countries[country] ?? [0, 0, 0];
      countries[country] = [a + own, b + players, c + ipv6];
    }
  }
  const mergeNetworks = (kind: NetworkKind): Counted[] =>
    [
      ...Map.groupBy(
        all.flatMap(({ networks }) => networks[kind]),
        ([value]) => value,
      ),
    ]
      .map(([value, of]): Counted => {
        const total = (place: 1 | 2 | 3) => of.reduce((sums, each) => sums + each[place], 0);
        return [value, total(1), total(2), total(3), of[0]?.[4] ?? 0];
      })
      .sort((a, b) => b[1] - a[1])
      .slice(0, TOP_NETWORKS);
  return {
    clicks,
    players: sum((each) => each.players),
    devices: sum((each) => each.devices),
    fresh: sum((each) => each.fresh),
    homes: sum((each) => each.homes),
    gaps: sum((each) => each.gaps),
    evenGaps: sum((each) => each.evenGaps),
    agents: sum((each) => each.agents),
    agentClicks: sum((each) => each.agentClicks),
    agentEvenness: clicks === 0 ? 0 : sum((each) => each.agentEvenness * each.clicks) / clicks,
    countries,
    networks: {
      net24: mergeNetworks("net24"),
      net48: mergeNetworks("net48"),
      asn: mergeNetworks("asn"),
    },
  };
}

/** What is usual among the campaign's other creators. Shares are their medians. */
export type Usual = {
  /** Number of other creators with enough clicks; with fewer than two, most figures cannot be odd. */
  creators: number;
  clicks: number;
  players: number;
  /** Players and IPv6 clicks of the same number of clicks from the same countries. */
  expectedPlayers: number;
  expectedIpv6: number;
  networks: Record<NetworkKind, number>;
  clicksPerDevice: number;
  fresh: number;
  agents: number;
};

const MIN_OTHERS = 2;
/** Clicks of a country as which the rate of all countries counts. */
const PRIOR_CLICKS = 100;

export function findUsual(own: Measures, others: readonly Measures[]): Usual {
  const enough = others.filter(({ clicks }) => clicks >= 2 * MIN_CLICKS);
  // One large farm among them counts as at most twice the median creator.
  const most = 2 * median(enough.map(({ clicks }) => clicks));
  const weighted = enough.map((each) => ({ ...each, weight: Math.min(1, most / each.clicks) }));
  const rateIn = (place: 1 | 2) => {
    const sum = (country: string | null, at: 0 | 1 | 2) =>
      weighted.reduce((total, { countries, weight }) => {
        const found = country === null ? Object.values(countries) : [countries[country]];
        return total + weight * found.reduce((each, counts) => each + (counts?.[at] ?? 0), 0);
      }, 0);
    const overall = sum(null, place) / Math.max(1, sum(null, 0));
    return Object.entries(own.countries).reduce(
      (total, [country, [clicks]]) =>
        total +
        (clicks * (sum(country, place) + PRIOR_CLICKS * overall)) /
          (sum(country, 0) + PRIOR_CLICKS),
      0,
    );
  };
  const usual = (read: (each: Measures) => number) => median(enough.map(read));
  const top = (kind: NetworkKind) =>
    usual(({ networks, clicks }) => (networks[kind][0]?.[1] ?? 0) / clicks);
  return {
    creators: enough.length,
    clicks: enough.reduce((sum, { clicks }) => sum + clicks, 0),
    players: enough.reduce((sum, { players }) => sum + players, 0),
    expectedPlayers: rateIn(1),
    expectedIpv6: rateIn(2),
    networks: { net24: top("net24"), net48: top("net48"), asn: top("asn") },
    clicksPerDevice: usual(({ clicks, devices }) => clicks / Math.max(1, devices)),
    fresh: usual(({ fresh, clicks }) => fresh / clicks),
    agents: usual(({ agents, agentClicks }) => agents / Math.max(1, agentClicks)),
  };
}

/** Adds what is usual in several campaigns, weighted by the creator's own clicks there. */
export function mergeUsual(all: readonly (Usual & { weight: number })[]): Usual {
  const weight = all.reduce((sum, each) => sum + each.weight, 0) || 1;
  const sum = (read: (each: Usual) => number) => all.reduce((s, each) => s + read(each), 0);
  const mean = (read: (each: Usual) => number) =>
    all.reduce((total, each) => total + read(each) * each.weight, 0) / weight;
  return {
    creators: Math.max(0, ...all.map(({ creators }) => creators)),
    clicks: sum((each) => each.clicks),
    players: sum((each) => each.players),
    expectedPlayers: sum((each) => each.expectedPlayers),
    expectedIpv6: sum((each) => each.expectedIpv6),
    networks: {
      net24: mean((each) => each.networks.net24),
      net48: mean((each) => each.networks.net48),
      asn: mean((each) => each.networks.asn),
    },
    clicksPerDevice: mean((each) => each.clicksPerDevice),
    fresh: mean((each) => each.fresh),
    agents: mean((each) => each.agents),
  };
}

/**
 * `share`: the part of the clicks or money that it concerns, from 0 to 1. `hasNoPlayers`: these clicks bring few
 * players, whatever the others bring.
 */
export type Oddity = { figure: Figure; share: number; text: string; hasNoPlayers?: boolean };

/**
 * How much each figure can add. Missing players, one network, the same people and an even rhythm rarely have an
 * honest explanation; the customers of one provider or an app often have.
 */
const weights: Record<Figure, number> = {
  players: 0.9,
  net24: 0.6,
  net48: 0.7,
  asn: 0.3,
  people: 0.7,
  "shared people": 0.7,
  devices: 0.4,
  fresh: 0.15,
  ipv6: 0.2,
  rhythm: 0.7,
  agents: 0.5,
  homes: 0.9,
  payer: 0.5,
  accounts: 0.4,
  "sign-ins": 0.9,
};

/** Facts about accounts: players do not explain them. */
const facts: ReadonlySet<Figure> = new Set(["homes", "payer", "accounts", "sign-ins"]);

/** With fewer expected players, their number is chance. */
const MIN_EXPECTED = 8;
/** Assumed, not measured: the logarithms of honest creators' rates of players differ by this standard deviation. */
const HONEST_SPREAD = 0.6;
/** Standard deviations below the usual rate that begin to be odd, and that are as odd as can be. */
const FEW_PLAYERS = { from: 2.5, to: 4 };

export function isReporting({ expectedPlayers }: Pick<Usual, "expectedPlayers">): boolean {
  return expectedPlayers >= MIN_EXPECTED;
}

/** Returns how much of what is odd remains beside the players: a sixth if they are as many as elsewhere. */
function weighPlayers(players: number, usual: Pick<Usual, "expectedPlayers">): number {
  if (!isReporting(usual)) return 1;
  const ratio = players / usual.expectedPlayers;
  return Math.max(1 / 6, Math.min(1, 1 - ((ratio - 0.5) / 0.3) * (5 / 6)));
}

/** Adds up what is odd: from 0, ordinary, to 1. */
export function sumOddity(
  odd: readonly Oddity[],
  players: number,
  usual: Pick<Usual, "expectedPlayers">,
): number {
  const left = weighPlayers(players, usual);
  return (
    1 -
    odd.reduce((product, { figure, share, hasNoPlayers }) => {
      const isProven = hasNoPlayers || facts.has(figure) || figure === "players";
      const weight = weights[figure] * (isProven ? 1 : left);
      return product * (1 - weight * Math.max(0, Math.min(1, share)));
    }, 1)
  );
}

export function sortOdd(odd: readonly Oddity[]): Oddity[] {
  const size = ({ figure, share }: Oddity) => weights[figure] * share;
  return odd.filter(({ share }) => share > 0).sort((a, b) => size(b) - size(a));
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const percent = (share: number) => `${Math.round(share * 1_000) / 10}%`;

/** Returns three standard deviations of a share by chance. */
function chanceOf(usual: number, clicks: number): number {
  return 3 * Math.sqrt((Math.max(usual, 0.01) * (1 - Math.min(usual, 0.99))) / clicks);
}

/** Returns by how much a share exceeds what is usual and chance, relative to the most that it can. */
function beyond(
  share: number,
  usual: number,
  { clicks, slack }: { clicks: number; slack: number },
) {
  const least = Math.max(slack, chanceOf(usual, clicks));
  return Math.max(0, (share - usual - least) / (1 - Math.min(0.9, usual)));
}

/** Returns what is odd about clicks, in any order; nothing with few clicks. */
export function judgeMeasures(own: Measures, usual: Usual): Oddity[] {
  const { clicks } = own;
  if (clicks < MIN_CLICKS) return [];
  const odd: Oddity[] = [];
  const add = (figure: Figure, share: number, text: string) =>
    share > 0 ? odd.push({ figure, share: Math.min(1, share), text }) : 0;
  add("players", missingPlayers(own.players, usual), describePlayers(own, usual));
  for (const kind of networkKinds) {
    if (kind === "asn" && usual.creators < MIN_OTHERS) continue;
    const [value, of, players] = own.networks[kind][0] ?? ["", 0, 0];
    const expected = { expectedPlayers: (of * usual.expectedPlayers) / clicks };
    const isMissing = missingPlayers(players, expected) > 0;
    if (isReporting(expected) && !isMissing) continue;
    const slack = kind === "asn" ? 0.3 : 0.05;
    const share = beyond(of / clicks, usual.networks[kind], { clicks, slack });
    const without = isMissing ? `, with ${players} players` : "";
    const text = `${count(of)} of ${count(clicks)} clicks from ${value}${without}; the largest network of others has ${percent(usual.networks[kind])}`;
    if (share > 0) odd.push({ figure: kind, share, text, hasNoPlayers: isMissing });
  }
  const homes = beyond(own.homes / clicks, 0, { clicks, slack: 0.02 });
  add(
    "homes",
    homes,
    `${count(own.homes)} of ${count(clicks)} clicks from where another account is signed in`,
  );
  const even = own.evenGaps / Math.max(1, own.gaps);
  // People's pauses are never far from chance: half of them alike is as even as a program dares to be.
  const rhythm =
    own.gaps < 100 ? 0 : (even - EVEN_BY_CHANCE - chanceOf(EVEN_BY_CHANCE, own.gaps)) * 4;
  add(
    "rhythm",
    rhythm,
    `${percent(even)} of the pauses between clicks are as long as those around them; of people's ${percent(EVEN_BY_CHANCE)}`,
  );
  if (usual.creators >= MIN_OTHERS) addCompared(own, usual, add);
  return odd;
}

function addCompared(
  own: Measures,
  usual: Usual,
  add: (figure: Figure, share: number, text: string) => void,
): void {
  const { clicks } = own;
  const perDevice = clicks / Math.max(1, own.devices);
  const rare = 1 - (1.5 * usual.clicksPerDevice) / perDevice;
  add(
    "devices",
    rare,
    `each device was paid ${perDevice.toFixed(1)} times; others' ${usual.clicksPerDevice.toFixed(1)}`,
  );
  const fresh = own.fresh / clicks;
  const isFresh = beyond(fresh, usual.fresh, { clicks, slack: 0.2 });
  add(
    "fresh",
    isFresh,
    `${percent(fresh)} of clicks from devices that never clicked before; others' ${percent(usual.fresh)}`,
  );
  const ipv6 = Object.values(own.countries).reduce((sum, [, , each]) => sum + each, 0) / clicks;
  const expected = usual.expectedIpv6 / clicks;
  const gap = Math.abs(ipv6 - expected) - chanceOf(expected, clicks);
  add(
    "ipv6",
    (2 * gap) / Math.max(0.2, Math.min(expected, 1 - expected)) - 1,
    `${percent(ipv6)} of clicks over IPv6; others' from the same countries ${percent(expected)}`,
  );
  const agents = own.agents / Math.max(1, own.agentClicks);
  const isFew = own.agents > 2 && own.agentClicks >= 50 && own.agentEvenness > 0.9;
  add(
    "agents",
    isFew ? 1 - (2 * agents) / Math.max(0.01, usual.agents) : 0,
    `${own.agents} user agents in ${own.agentClicks} clicks, about as often each; others' ${count(usual.agents * own.agentClicks)}`,
  );
}

/** Returns how odd it is that so few players came, from 0 to 1: honest creators differ, and chance adds to it. */
export function missingPlayers(players: number, usual: Pick<Usual, "expectedPlayers">): number {
  if (!isReporting(usual)) return 0;
  const spread = Math.sqrt(HONEST_SPREAD ** 2 + 1 / (players + 1));
  const below = -Math.log((players + 0.5) / usual.expectedPlayers) / spread;
  return Math.max(0, Math.min(1, (below - FEW_PLAYERS.from) / (FEW_PLAYERS.to - FEW_PLAYERS.from)));
}

export function describePlayers(own: { clicks: number; players: number }, usual: Usual): string {
  return `${count(own.players)} of ${count(own.clicks)} clicks brought a player; other creators' bring ${count(usual.players)} of ${count(usual.clicks)}`;
}

/** How many devices and addresses are kept of a link. */
const VISITORS = 200;

/**
 * Returns the devices and addresses with the smallest hashes, at most `VISITORS`: those of two links can be
 * compared, since who is among the smallest of one is also among those of the other.
 */
export function sampleVisitors(clicks: readonly ExaminedClick[]): number[] {
  const all = clicks.flatMap(({ device, isFresh, address }) =>
    [isFresh ? null : device, address].filter((each) => each !== null),
  );
  return [...new Set(all)].sort((a, b) => a - b).slice(0, VISITORS);
}

const MIN_VISITORS = 20;

/** Returns how many visitors of a creator's links are on at least half of these; null with one link or few visitors. */
export function countRepeated(links: readonly (readonly number[])[]) {
  const sampled = links.filter((link) => link.length >= MIN_VISITORS);
  if (sampled.length < 2) return null;
  const limit = median(
    sampled.map((link) => (link.length < VISITORS ? Infinity : (link.at(-1) ?? 0))),
  );
  const counts = countBy(
    sampled.flatMap((link) => link.filter((each) => each <= limit)),
    (each) => each,
  );
  const least = Math.max(2, Math.ceil(sampled.length / 2));
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  const visitors = sum([...counts.values()]);
  const repeated = sum([...counts.values()].filter((each) => each >= least));
  return visitors < MIN_VISITORS ? null : { visitors, repeated, links: sampled.length, least };
}

/** Judges the share of visitors on several links, or with several creators, against the usual share. */
export function judgeVisitors(
  figure: "people" | "shared people",
  { visitors, found, usual }: { visitors: number; found: number; usual: number },
  where: string,
): Oddity {
  const share = beyond(found / visitors, usual, { clicks: visitors, slack: 0.1 });
  return {
    figure,
    share,
    text: `${count(found)} of ${count(visitors)} devices and addresses ${where}; others' ${percent(usual)}`,
  };
}
