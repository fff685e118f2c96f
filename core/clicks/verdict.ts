import type { Effect } from "./policy";
import { type FinalVerdict, type SignalName, signalOrder } from "./signal";

export type Decision = { verdict: FinalVerdict; reason: SignalName | null };

/**
 * The first signal that decides anything decides; a click without one is valid. A soft signal
 * (`held`) asks an operator, and there is nothing to ask when another signal refuses the click
 * anyway: approving a click must never pay for a burst or for a campaign that was over.
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

/** Whether a click takes its price from the budget. A held click does, since it may be paid. */
export function claims({ verdict }: { verdict: FinalVerdict }): boolean {
  return verdict === "valid" || verdict === "held";
}
