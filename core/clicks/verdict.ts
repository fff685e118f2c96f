import type { Effect } from "./policy";
import { type FinalVerdict, type Signal, type SignalName, signalOrder } from "./signal";

export type Decision = { verdict: FinalVerdict; reason: SignalName | null };

export type JudgedClick = {
  id: string;
  /** In deciding order. */
  signals: Signal[];
  verdict: FinalVerdict;
  reason: SignalName | null;
  /** What it pays its creator if it is valid. */
  priceMicros: bigint;
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
