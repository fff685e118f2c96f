import type { Policy } from "@fairclick/core/clicks/policy";
import { diffPolicies } from "@fairclick/core/clicks/policy-versions";
import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { JudgedClick } from "@fairclick/core/clicks/spending";
import type { ReplayBudget, StoredClick } from "@fairclick/sql/clicks/stored-clicks";

/** A stored click and its verdict in the replay; `now` is null if an operator decided the click. */
export type Replayed = { click: StoredClick; now: JudgedClick | null };

type Summed = {
  span: { from: Date; to: Date };
  replayed: Replayed[];
  budgets: ReplayBudget[];
  policies: { inForce: Policy; tried: Policy };
  hasLists: boolean;
};

/** Max creators that a replay lists. */
const MAX_CREATORS = 1_000;

type Outcome = { verdict: FinalVerdict; reason: string | null };

/**
 * `clicks` counts replayed clicks; `micros` is how much more, or less, creators would have earned.
 */
export type ReplaySummary = {
  span: { from: Date; to: Date };
  clicks: number;
  changed: number;
  /** Clicks that were not replayed because an operator decided them. */
  decidedByOperators: number;
  micros: bigint;
  /** Most clicks first. */
  changes: { from: Outcome; to: Outcome; clicks: number; micros: bigint }[];
  /** Most changed clicks first. */
  campaigns: {
    campaignId: string;
    name: string;
    clicks: number;
    changed: number;
    micros: bigint;
  }[];
  /** Creators with changed clicks, most changed clicks first; at most `MAX_CREATORS`. */
  creators: { creatorId: string; changed: number; micros: bigint }[];
  /** What the replay could not reproduce, as sentences. */
  remarks: string[];
};

/** Sums the differences between the stored verdicts and those of the replay. */
export function sumReplay(summed: Summed): ReplaySummary {
  const { span, replayed, budgets, policies } = summed;
  const judged = replayed.flatMap(({ click, now }) => (now ? [{ click, now }] : []));
  const changed = judged.filter(isChange);
  return {
    span,
    clicks: judged.length,
    changed: changed.length,
    decidedByOperators: replayed.length - judged.length,
    micros: sumMicros(changed),
    changes: listChanges(changed),
    campaigns: listCampaigns(judged, changed, budgets),
    creators: listCreators(changed),
    remarks: [
      ...remarkOnErasedData(replayed),
      ...remarkOnLists(summed),
      ...remarkOnPolicy(policies),
    ],
  };
}

type Pair = { click: StoredClick; now: JudgedClick };

function isChange({ click, now }: Pair): boolean {
  return click.verdict !== now.verdict || click.reason !== now.reason;
}

function listChanges(changed: Pair[]): ReplaySummary["changes"] {
  const groups = Map.groupBy(changed, ({ click, now }) =>
    JSON.stringify([click.verdict, click.reason, now.verdict, now.reason]),
  );
  return [...groups.values()]
    .flatMap((pairs) => {
      const [first] = pairs;
      if (!first) return [];
      return {
        from: { verdict: first.click.verdict, reason: first.click.reason },
        to: { verdict: first.now.verdict, reason: first.now.reason },
        clicks: pairs.length,
        micros: sumMicros(pairs),
      };
    })
    .sort((a, b) => b.clicks - a.clicks);
}

function listCampaigns(
  judged: Pair[],
  changed: Pair[],
  budgets: ReplayBudget[],
): ReplaySummary["campaigns"] {
  const all = Map.groupBy(judged, ({ click }) => click.campaignId);
  const other = Map.groupBy(changed, ({ click }) => click.campaignId);
  return budgets
    .map(({ campaignId, name }) => ({
      campaignId,
      name,
      clicks: all.get(campaignId)?.length ?? 0,
      changed: other.get(campaignId)?.length ?? 0,
      micros: sumMicros(other.get(campaignId) ?? []),
    }))
    .sort((a, b) => b.changed - a.changed || b.clicks - a.clicks);
}

function listCreators(changed: Pair[]): ReplaySummary["creators"] {
  return [...Map.groupBy(changed, ({ click }) => click.creatorId)]
    .map(([creatorId, own]) => ({ creatorId, changed: own.length, micros: sumMicros(own) }))
    .sort((a, b) => b.changed - a.changed)
    .slice(0, MAX_CREATORS);
}

/** Returns how much more the creators would have earned; negative for less. */
function sumMicros(pairs: Pair[]): bigint {
  return pairs.reduce((sum, { click, now }) => sum + now.paidMicros - click.paidMicros, 0n);
}

function remarkOnErasedData(replayed: Replayed[]): string[] {
  const erased = replayed.filter(({ click }) => click.ip === null).length;
  return erased === 0
    ? []
    : [
        `The personal data of ${erased.toLocaleString("en-US")} clicks was erased: signals that need it are kept as recorded.`,
      ];
}

function remarkOnLists({ hasLists, replayed }: Summed): string[] {
  return hasLists || replayed.length === 0
    ? []
    : ["There are no address lists now: their signals are kept as recorded."];
}

const notReplayed = new Set(["presenceHours", "honeypotHours", "heldDays"]);

function remarkOnPolicy({ inForce, tried }: Summed["policies"]): string[] {
  return diffPolicies(inForce, tried)
    .filter(({ name }) => notReplayed.has(name))
    .map(
      ({ name }) =>
        `${name} has no effect on a replay: signals and decisions that depend on it are kept.`,
    );
}
