import { z } from "zod";
import { mapEach } from "../compact";
import { findAsKind } from "../ip/as-books";
import { microsSchema, timeSchema, userNameSchema } from "../schemas";

/** The most frequent value among a link's examined clicks; `elsewhere` is its mean share on the other links. */
export type Concentration = { value: string; clicks: number; elsewhere: number };

/** What clicks can have in common. */
export const concentrationKinds = ["net24", "net48", "asn", "deviceClass", "agent"] as const;
export type ConcentrationKind = (typeof concentrationKinds)[number];

/** Figures of a link's newest paid clicks. Addresses of carriers and campuses are in no network. */
export type SuspectFacts = Record<ConcentrationKind, Concentration | null> & {
  /** Number of examined clicks: the newest ones that were paid. */
  examined: number;
  /** Number of newest clicks that are traced. `fresh`: those from an address that clicked nowhere in the week before. */
  traced: number;
  fresh: number;
  /** Clicks of devices that had clicked before, among the examined ones. */
  returning: number;
  /** Clicks of the busiest hour. */
  busiestHour: number;
  /** Clicks from an address or device where another account was signed in lately. */
  homes: number;
  /** Whether creator and developer have a bank account or card in common. */
  payer: boolean;
  /** All paid clicks of the period with their players: of this link, and of the campaign's other links. */
  own: Players;
  others: Players;
};

type Players = { clicks: number; joined: number };

const suspectFigures = [
  ...concentrationKinds,
  "fresh",
  "returning",
  "joins",
  "hour",
  "homes",
  "payer",
] as const;
export type SuspectFigure = (typeof suspectFigures)[number];

/**
 * Each figure in percent; null if it cannot be computed. `joins` is the join rate relative to the campaign's
 * other links: 100 if equal. `payer` is 100 or 0.
 */
export type SuspectPercents = Record<SuspectFigure, number | null>;

/** Means of the other links, as shares. */
export type Elsewhere = { fresh: number; returning: number };

export type Suspicion = {
  percents: SuspectPercents;
  /** How odd the link is, from 0 to 1. */
  oddity: number;
  /** The odd figures, oddest first. */
  odd: SuspectFigure[];
};

/** Links with fewer examined clicks do not count as odd: their shares are chance. */
export const MIN_EXAMINED = 20;
/** With fewer expected players, the join rate is chance. */
const MIN_EXPECTED_PLAYERS = 10;

/**
 * `weight`: how much a figure adds at its worst. `slack`: by how much it may exceed the other links and still
 * be ordinary. A viral hour and the customers of one provider have honest explanations; one network,
 * somebody's home and missing players rarely have.
 */
const scales: Record<SuspectFigure, { weight: number; slack: number }> = {
  net24: { weight: 1, slack: 0.08 },
  net48: { weight: 1, slack: 0.08 },
  asn: { weight: 0.25, slack: 0.4 },
  deviceClass: { weight: 0.15, slack: 0.3 },
  agent: { weight: 0.4, slack: 0.2 },
  fresh: { weight: 0.15, slack: 0.3 },
  returning: { weight: 0.3, slack: 0.2 },
  joins: { weight: 0.7, slack: 0.2 },
  hour: { weight: 0.05, slack: 0.5 },
  homes: { weight: 1, slack: 0.02 },
  payer: { weight: 0.6, slack: 0 },
};

/**
 * Compares a link's paid clicks with those of other links. The result sorts links for an operator and
 * decides nothing about clicks (docs/decisions/021-players-decide-what-waits.md).
 */
export function suspectLink(facts: SuspectFacts, elsewhere: Elsewhere): Suspicion {
  const shares = toShares(facts);
  const excess = toExcess(facts, shares, elsewhere);
  const isEnough = facts.examined >= MIN_EXAMINED;
  const weights = suspectFigures.map((figure): [SuspectFigure, number] => {
    const { weight, slack } = scales[figure];
    const beyond = Math.max(0, excess[figure] - slack) / (1 - slack);
    return [figure, isEnough ? weight * Math.min(1, beyond) : 0];
  });
  const ordinary = weights.reduce((product, [, weight]) => product * (1 - weight), 1);
  const odd = weights.filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a);
  return { percents: toPercents(shares), oddity: 1 - ordinary, odd: odd.map(([figure]) => figure) };
}

type Shares = Record<SuspectFigure, number | null>;

function toShares(facts: SuspectFacts): Shares {
  const { examined, traced } = facts;
  const of = (clicks: number, all: number) => (all === 0 ? null : clicks / all);
  return {
    ...mapEach(concentrationKinds, (kind) => of(facts[kind]?.clicks ?? 0, examined)),
    fresh: of(facts.fresh, traced),
    returning: of(facts.returning, examined),
    joins: joinRatio(facts),
    hour: of(facts.busiestHour, examined),
    homes: of(facts.homes, examined),
    payer: facts.payer ? 1 : 0,
  };
}

/** Returns by how much each share exceeds that of other links; 0 within three standard deviations. */
function toExcess(facts: SuspectFacts, shares: Shares, elsewhere: Elsewhere) {
  const { examined } = facts;
  const beyond = (share: number | null, usual: number, clicks = examined) =>
    share === null ? 0 : aboveChance(share, usual, clicks);
  const isOfCarrier = facts.asn !== null && isShared(Number(facts.asn.value));
  return {
    ...mapEach(concentrationKinds, (kind) =>
      kind === "asn" && isOfCarrier ? 0 : beyond(shares[kind], facts[kind]?.elsewhere ?? 0),
    ),
    fresh: beyond(shares.fresh, elsewhere.fresh, facts.traced),
    returning: beyond(shares.returning, elsewhere.returning),
    joins: missingPlayers(facts),
    hour: beyond(shares.hour, 0),
    homes: beyond(shares.homes, 0),
    payer: facts.payer ? 1 : 0,
  } satisfies Record<SuspectFigure, number>;
}

function aboveChance(share: number, usual: number, clicks: number): number {
  const spread = Math.sqrt((Math.max(usual, 0.01) * (1 - Math.min(usual, 0.99))) / clicks);
  return share - usual > 3 * spread ? share - usual : 0;
}

/** Returns the link's join rate divided by that of the campaign's other links; null with too few players. */
function joinRatio({ own, others }: SuspectFacts): number | null {
  const expected = expectedPlayers(own, others);
  return expected < MIN_EXPECTED_PLAYERS ? null : own.joined / expected;
}

function missingPlayers({ own, others }: SuspectFacts): number {
  const expected = expectedPlayers(own, others);
  if (expected < MIN_EXPECTED_PLAYERS) return 0;
  const missing = expected - own.joined;
  return missing > 3 * Math.sqrt(expected) ? missing / expected : 0;
}

function expectedPlayers(own: Players, others: Players): number {
  return others.clicks === 0 ? 0 : (own.clicks * others.joined) / others.clicks;
}

/** Whether many people share the addresses of an AS. */
function isShared(asn: number): boolean {
  const kind = findAsKind(asn);
  return kind === "carrier" || kind === "mixed" || kind === "campus";
}

function toPercents(shares: Shares): SuspectPercents {
  return mapEach(suspectFigures, (figure) => {
    const share = shares[figure];
    return share === null ? null : Math.round(share * 1_000) / 10;
  });
}

/** What links are sorted by. `risk` is paid money times oddity; `joins` sorts the smallest first. */
export const suspectOrders = ["risk", "odd", "money", "clicks", ...suspectFigures] as const;
export type SuspectOrder = (typeof suspectOrders)[number];

const whole = (name: string, { least, most }: { least: number; most: number }) =>
  z.coerce
    .number({ error: `${name} must be a whole number` })
    .int({ error: `${name} must be a whole number` })
    .min(least, { error: `${name} must be at least ${least}` })
    .max(most, { error: `${name} must be at most ${most}` });

export const MAX_SUSPECTS = 100;

export const suspectsQuerySchema = z.object({
  campaign: z.uuid({ error: "campaign must be a campaign's id" }).optional(),
  creator: userNameSchema.optional(),
  /** Number of UTC days before today that count; today counts too. */
  days: whole("days", { least: 1, most: 30 }).default(7),
  sort: z.enum(suspectOrders).default("risk"),
  limit: whole("limit", { least: 1, most: MAX_SUSPECTS }).default(30),
});
export type SuspectsQuery = z.infer<typeof suspectsQuerySchema>;

export const suspectSchema = z.object({
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  disabledBy: z.string().nullable(),
  /** Paid clicks of the period, and the sum that was paid for them. */
  clicks: z.int(),
  paidMicros: microsSchema,
  /** Paid money times oddity. */
  riskMicros: microsSchema,
  /** How odd the paid clicks are, in percent. */
  oddPercent: z.number(),
  /** The odd figures in words, oddest first. */
  why: z.array(z.string()),
  /** Number of newest paid clicks that the figures are computed from. */
  examined: z.int(),
  /** The most frequent value of each kind; null if no click has one. */
  values: z.record(z.enum(concentrationKinds), z.string().nullable()),
  /** In percent; null if it cannot be computed. `joins`: 100 if equal to the campaign's other links; `payer`: 100 or 0. */
  figures: z.record(z.enum(suspectFigures), z.number().nullable()),
});
export type Suspect = z.input<typeof suspectSchema>;

export const suspectsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(suspectSchema),
  from: timeSchema,
  /** Links with enough paid clicks in the period. `compared`: those with the most money, which were compared. */
  links: z.int(),
  compared: z.int(),
});

/** Describes the odd figures of a link, oddest first: `40.1% from 2a0e:97c0:5::/48`. */
export function describeSuspicion({ odd, percents }: Suspicion, facts: SuspectFacts): string[] {
  return odd.map((figure) =>
    figure === "payer"
      ? "the developer has the creator's bank account or card"
      : `${percents[figure] ?? 0}% ${describeFigure(figure, facts)}`,
  );
}

function describeFigure(figure: Exclude<SuspectFigure, "payer">, facts: SuspectFacts): string {
  switch (figure) {
    case "net24":
    case "net48":
      return `from ${facts[figure]?.value}`;
    case "asn":
      return `from AS ${facts.asn?.value}`;
    case "deviceClass":
      return `by device class ${facts.deviceClass?.value}`;
    case "agent":
      return `with the user agent ${facts.agent?.value.slice(0, 80)}`;
    case "fresh":
      return "from addresses that had not clicked before";
    case "returning":
      return "by devices that had clicked before";
    case "joins":
      return "of the players that other links of the campaign bring";
    case "hour":
      return "within one hour";
    case "homes":
      return "from where somebody else was signed in";
  }
}
