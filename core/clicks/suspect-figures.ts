import { mapEach } from "../compact";
import { sharedAsns } from "../ip/as-books";

export const networkKinds = ["net24", "net48", "asn"] as const;
export type NetworkKind = (typeof networkKinds)[number];

/** A paid or held click. Devices are hashes. */
export type ExaminedClick = {
  at: Date;
  /** Its /24 or /48. */
  network: string | null;
  isIpv6: boolean;
  asn: number | null;
  country: string | null;
  device: number | null;
  /** The player that it brought; null if there is none, or another click counts for that player. */
  player: string | null;
  /** Whether another account was signed in at its address or with its device. */
  isHome: boolean;
};

export type Part = {
  kind: "country" | NetworkKind;
  value: string;
  clicks: number;
  players: number;
  devices: number;
  asn: number;
};

/** `evenGaps` are the gaps between clicks that are as long as the gaps around them. */
const sums = ["clicks", "players", "devices", "homes", "gaps", "evenGaps"] as const;

/** What is compared of some clicks: sums, of which those of several links can be added, and the same by country and network. */
export type Measures = Record<(typeof sums)[number], number> & { parts: Part[] };

/** The most frequent networks of each kind are kept, and all countries. */
const TOP_NETWORKS = 6;
const NEIGHBOURS = 4;
const EVEN = 0.25;
/** Share of gaps that lie within a quarter of the median gap, if clicks come at random times. */
const EVEN_BY_CHANCE = 0.27;

/** What names the part of a kind that a click is in; null if it is in none. */
const partValues: Record<Part["kind"], (click: ExaminedClick) => string | null> = {
  country: ({ country }) => country ?? "",
  net24: (click) => (click.isIpv6 ? null : networkValue(click, click.network)),
  net48: (click) => (click.isIpv6 ? networkValue(click, click.network) : null),
  asn: (click) => networkValue(click, click.asn === null ? null : `AS${click.asn}`),
};
const partKinds = ["country", ...networkKinds] as const;

const shared: ReadonlySet<number | null> = new Set(sharedAsns);

/** Addresses of carriers and campuses are in no network: many people share them. */
function networkValue({ asn }: ExaminedClick, value: string | null): string | null {
  return shared.has(asn) ? null : value;
}

/** Measures clicks that are sorted by time. */
export function measureClicks(clicks: readonly ExaminedClick[]): Measures {
  const parts = partKinds.flatMap((kind) =>
    [...Map.groupBy(clicks, partValues[kind])].flatMap(([value, own]): Part[] =>
      value === null ? [] : [{ kind, value, ...countClicks(own), asn: own[0]?.asn ?? 0 }],
    ),
  );
  return {
    ...countClicks(clicks),
    homes: clicks.filter(({ isHome }) => isHome).length,
    ...measureGaps(clicks),
    parts: keepLargest(parts),
  };
}

function countClicks(clicks: readonly ExaminedClick[]) {
  return {
    clicks: clicks.length,
    players: new Set(clicks.flatMap(({ player }) => (player === null ? [] : [player]))).size,
    devices: new Set(clicks.map(({ device }) => device)).size,
  };
}

function keepLargest(parts: readonly Part[]): Part[] {
  return partKinds.flatMap((kind) => {
    const own = parts.filter((part) => part.kind === kind).sort((a, b) => b.clicks - a.clicks);
    return kind === "country" ? own : own.slice(0, TOP_NETWORKS);
  });
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

export function sumOver<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
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
  const days = Map.groupBy(clicks, toDay);
  const limit = BURST * median([...days.values()].map(({ length }) => length));
  const isBurst = (click: ExaminedClick) =>
    toDay(click) < 7 && (days.get(toDay(click))?.length ?? 0) > limit;
  const steady = clicks.filter((click) => !isBurst(click));
  if (days.size < MIN_DAYS || steady.length < 2 * MIN_CLICKS || steady.length === clicks.length) {
    return { steady: clicks, burst: [] };
  }
  return { steady, burst: clicks.filter(isBurst) };
}

/** Leaves out networks that are suspects of their own: they click the links of many. */
export function withoutNetworks(measures: Measures, listed: ReadonlySet<string>): Measures {
  return { ...measures, parts: measures.parts.filter(({ value }) => !listed.has(value)) };
}

export function mergeMeasures(all: readonly Measures[]): Measures {
  const parts = Map.groupBy(
    all.flatMap((each) => each.parts),
    ({ kind, value }) => `${kind} ${value}`,
  );
  const merged = [...parts.values()].flatMap((own): Part[] => {
    const [first] = own;
    if (!first) return [];
    const counts = mapEach(["clicks", "players", "devices"], (name) =>
      sumOver(own, (part) => part[name]),
    );
    return [{ ...first, ...counts }];
  });
  return {
    ...mapEach(sums, (name) => sumOver(all, (each) => each[name])),
    parts: keepLargest(merged),
  };
}

/** What is usual among the campaign's other creators. */
export type Usual = {
  /** Number of other creators with enough clicks; with fewer than two, most figures cannot be odd. */
  creators: number;
  clicks: number;
  players: number;
  /** Players of the same number of clicks from the same countries. */
  expectedPlayers: number;
  /** Medians: the share of the largest network of each kind, and clicks per device. */
  medians: Record<NetworkKind | "perDevice", number>;
};

const MIN_OTHERS = 2;
/** The largest of the others that are compared. */
const MAX_OTHERS = 200;
/** Clicks of a country as which the rate of all countries counts. */
const PRIOR_CLICKS = 100;

/** `others` are sorted by their clicks, most first. */
export function findUsual(own: Measures, others: readonly Measures[]): Usual {
  const enough = others.filter(({ clicks }) => clicks >= 2 * MIN_CLICKS).slice(0, MAX_OTHERS);
  // One large farm among them counts as at most twice the median creator.
  const most = 2 * median(enough.map(({ clicks }) => clicks));
  const countries = enough.flatMap(({ clicks, parts }) =>
    parts
      .filter(({ kind }) => kind === "country")
      .map((part) => ({ ...part, weight: Math.min(1, most / clicks) })),
  );
  const count = (parts: typeof countries, name: "clicks" | "players") =>
    sumOver(parts, (part) => part.weight * part[name]);
  const overall = count(countries, "players") / Math.max(1, count(countries, "clicks"));
  const byCountry = Map.groupBy(countries, ({ value }) => value);
  const usual = (read: (each: Measures) => number) => median(enough.map(read));
  return {
    creators: enough.length,
    clicks: sumOver(enough, ({ clicks }) => clicks),
    players: sumOver(enough, ({ players }) => players),
    expectedPlayers: sumOver(own.parts, ({ kind, value, clicks }) => {
      if (kind !== "country") return 0;
      const same = byCountry.get(value) ?? [];
      const players = count(same, "players") + PRIOR_CLICKS * overall;
      return (clicks * players) / (count(same, "clicks") + PRIOR_CLICKS);
    }),
    medians: {
      ...mapEach(networkKinds, (kind) =>
        usual(({ parts, clicks }) => (findLargest(parts, kind)?.clicks ?? 0) / clicks),
      ),
      perDevice: usual(clicksPerDevice),
    },
  };
}

function findLargest(parts: readonly Part[], kind: NetworkKind): Part | undefined {
  return parts.find((part) => part.kind === kind);
}

function clicksPerDevice({ clicks, devices }: Measures): number {
  return clicks / Math.max(1, devices);
}

/** Adds what is usual in several campaigns, weighted by the creator's own clicks there. */
export function mergeUsual(all: readonly (Usual & { weight: number })[]): Usual {
  const weight = sumOver(all, (each) => each.weight) || 1;
  return {
    creators: Math.max(0, ...all.map(({ creators }) => creators)),
    ...mapEach(["clicks", "players", "expectedPlayers"], (name) =>
      sumOver(all, (each) => each[name]),
    ),
    medians: mapEach(
      [...networkKinds, "perDevice"],
      (name) => sumOver(all, (each) => each.medians[name] * each.weight) / weight,
    ),
  };
}

/**
 * How much each figure can add. Missing players, one network and an even rhythm rarely have an honest
 * explanation; the customers of one provider often have.
 */
const weights = {
  players: 0.9,
  net24: 0.6,
  net48: 0.7,
  asn: 0.3,
  devices: 0.4,
  rhythm: 0.7,
  homes: 0.9,
  payer: 0.5,
  accounts: 0.4,
  "sign-ins": 0.9,
} as const;
type Figure = keyof typeof weights;

/** Facts about accounts, and the players themselves: players do not explain them. */
const proven: ReadonlySet<Figure> = new Set(["players", "homes", "payer", "accounts", "sign-ins"]);

/**
 * `share`: the part of the clicks or money that it concerns, from 0 to 1. `hasNoPlayers`: these clicks bring few
 * players, whatever the others bring.
 */
export type Oddity = { figure: Figure; share: number; text: string; hasNoPlayers?: boolean };

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
      const weight = weights[figure] * (hasNoPlayers || proven.has(figure) ? 1 : left);
      return product * (1 - weight * Math.max(0, Math.min(1, share)));
    }, 1)
  );
}

/** Returns the texts about what is odd, oddest first. */
export function describeOdd(odd: readonly Oddity[]): string[] {
  const size = ({ figure, share }: Oddity) => weights[figure] * Math.min(1, share);
  const found = odd.filter(({ share }) => share > 0);
  return found.sort((a, b) => size(b) - size(a)).map(({ text }) => text);
}

export const count = (value: number) => Math.round(value).toLocaleString("en-US");
export const percent = (share: number) => `${Math.round(share * 1_000) / 10}%`;

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
  const { clicks, gaps, homes, players } = own;
  if (clicks < MIN_CLICKS) return [];
  const even = own.evenGaps / Math.max(1, gaps);
  const perDevice = clicksPerDevice(own);
  const figures: Oddity[] = [
    {
      figure: "players",
      share: missingPlayers(players, usual),
      text: `${count(players)} of ${count(clicks)} clicks brought a player; other creators' bring ${count(usual.players)} of ${count(usual.clicks)}`,
    },
    ...networkKinds.flatMap((kind) => judgeNetwork(own, usual, kind)),
    {
      figure: "homes",
      share: beyond(homes / clicks, 0, { clicks, slack: 0.02 }),
      text: `${count(homes)} of ${count(clicks)} clicks from where another account is signed in`,
    },
    {
      figure: "rhythm",
      // People's pauses are never far from chance: half of them alike is as even as a program dares to be.
      share: gaps < 100 ? 0 : (even - EVEN_BY_CHANCE - chanceOf(EVEN_BY_CHANCE, gaps)) * 4,
      text: `${percent(even)} of the pauses between clicks are as long as those around them; of people's ${percent(EVEN_BY_CHANCE)}`,
    },
    {
      figure: "devices",
      share: usual.creators < MIN_OTHERS ? 0 : 1 - (1.5 * usual.medians.perDevice) / perDevice,
      text: `each device was paid ${perDevice.toFixed(1)} times; others' ${usual.medians.perDevice.toFixed(1)}`,
    },
  ];
  return figures.filter(({ share }) => share > 0);
}

/** Judges the largest network of a kind: not if its clicks bring as many players as they should. */
function judgeNetwork({ clicks, parts }: Measures, usual: Usual, kind: NetworkKind): Oddity[] {
  const largest = findLargest(parts, kind);
  if (!largest || (kind === "asn" && usual.creators < MIN_OTHERS)) return [];
  const { value, clicks: own, players } = largest;
  const expected = { expectedPlayers: (own * usual.expectedPlayers) / clicks };
  const hasNoPlayers = missingPlayers(players, expected) > 0;
  if (isReporting(expected) && !hasNoPlayers) return [];
  const slack = kind === "asn" ? 0.3 : 0.05;
  const share = beyond(own / clicks, usual.medians[kind], { clicks, slack });
  const without = hasNoPlayers ? `, with ${players} players` : "";
  const text = `${count(own)} of ${count(clicks)} clicks from ${value}${without}; the largest network of others has ${percent(usual.medians[kind])}`;
  return [{ figure: kind, share, text, hasNoPlayers }];
}

/** Returns how odd it is that so few players came, from 0 to 1: honest creators differ, and chance adds to it. */
export function missingPlayers(players: number, usual: Pick<Usual, "expectedPlayers">): number {
  if (!isReporting(usual)) return 0;
  const spread = Math.sqrt(HONEST_SPREAD ** 2 + 1 / (players + 1));
  const below = -Math.log((players + 0.5) / usual.expectedPlayers) / spread;
  return Math.max(0, Math.min(1, (below - FEW_PLAYERS.from) / (FEW_PLAYERS.to - FEW_PLAYERS.from)));
}
