import type { ReachedLimit } from "../campaigns/prices";
import type { ClickCost } from "../campaigns/status";
import type { Effect } from "./policy";
import { type FinalVerdict, type Signal, type SignalName, signalOrder } from "./signal";

export type Decision = { verdict: FinalVerdict; reason: SignalName | null };

export type JudgedClick = ClickCost & {
  id: string;
  /** In deciding order. */
  signals: Signal[];
  verdict: FinalVerdict;
  reason: SignalName | null;
  /** Pay of the click; 0 unless it is valid. */
  paidMicros: bigint;
  policyVersion: number;
};

/**
 * Returns the verdict of the first `invalid` or `unpaid` signal, else of the first `held` signal,
 * else `valid`. A click is held only if no signal makes it invalid or unpaid: approving it must
 * never pay for a burst or for a campaign that has ended.
 */
export function decideVerdict(
  found: readonly SignalName[],
  effects: Record<SignalName, Effect>,
): Decision {
  if (found.length === 0) return { verdict: "valid", reason: null };
  const ordered = signalOrder.filter((name) => found.includes(name));
  const refusal = ordered.find((name) => effects[name] === "invalid" || effects[name] === "unpaid");
  const reason = refusal ?? ordered.find((name) => effects[name] === "held");
  const effect = reason ? effects[reason] : "note";
  return reason && effect !== "note"
    ? { verdict: effect, reason }
    : { verdict: "valid", reason: null };
}

/** Whether a click takes its price and the fee from the budget. A held click does, since it may be paid. */
export function claims({ verdict }: { verdict: FinalVerdict }): boolean {
  return verdict === "valid" || verdict === "held";
}

const DAY_MS = 86_400_000;

/** The limits of a campaign from a time on (ms since 1970); null means no limit. */
export type LimitsFrom = {
  from: number;
  dailyCapMicros: bigint | null;
  creatorCapMicros: bigint | null;
};

/** The limits of a campaign, and what its paid and held clicks claim from its budget. */
export type Spending = {
  /** Sorted by time: the limits in force at the earliest click, and later ones. */
  limits: readonly LimitsFrom[];
  /** Micros by UTC day of the click (days since 1970), from the earliest click's day on. */
  days: Map<number, bigint>;
  /** Micros by creator, over all days. */
  creators: Map<string, bigint>;
};

type Claim = { at: number; creatorId: string; costMicros: bigint };

export function copySpending({ limits, days, creators }: Spending): Spending {
  return { limits, days: new Map(days), creators: new Map(creators) };
}

export function addClaim({ days, creators }: Spending, { at, creatorId, costMicros }: Claim): void {
  const day = utcDay(at);
  days.set(day, (days.get(day) ?? 0n) + costMicros);
  creators.set(creatorId, (creators.get(creatorId) ?? 0n) + costMicros);
}

export function utcDay(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** An amount that a limit allows, and how much of it is claimed already. */
export type Reached = { limitMicros: bigint; claimedMicros: bigint };

/** Returns the daily cap if the click does not fit below it, else null. */
export function reachedDailyCap(spending: Spending, { at, costMicros }: Claim): Reached | null {
  const claimedMicros = spending.days.get(utcDay(at)) ?? 0n;
  return reached(limitsAt(spending, at)?.dailyCapMicros, { claimedMicros, costMicros });
}

/** Returns the creator's cap if the click does not fit below it, else null. */
export function reachedCreatorCap(
  spending: Spending,
  { at, creatorId, costMicros }: Claim,
): Reached | null {
  const claimedMicros = spending.creators.get(creatorId) ?? 0n;
  return reached(limitsAt(spending, at)?.creatorCapMicros, { claimedMicros, costMicros });
}

function reached(
  limitMicros: bigint | null | undefined,
  { claimedMicros, costMicros }: Pick<Reached, "claimedMicros"> & Pick<Claim, "costMicros">,
): Reached | null {
  if (limitMicros === null || limitMicros === undefined) return null;
  return claimedMicros + costMicros > limitMicros ? { limitMicros, claimedMicros } : null;
}

/** Returns the limit that the click would overrun; null if it fits below both. */
export function findReachedLimit(spending: Spending, claim: Claim): ReachedLimit | null {
  if (reachedCreatorCap(spending, claim)) return "creator_cap";
  return reachedDailyCap(spending, claim) ? "daily_cap" : null;
}

function limitsAt({ limits }: Spending, at: number): LimitsFrom | null {
  return limits.findLast(({ from }) => from <= at) ?? null;
}
