import type { Effect } from "./policy";
import { type FinalVerdict, type SignalName, signalOrder } from "./signal";

export type Decision = { verdict: FinalVerdict; reason: SignalName | null };

/** The first signal that decides anything decides; a click without one is valid. */
export function decideVerdict(
  found: readonly SignalName[],
  effects: Record<SignalName, Effect>,
): Decision {
  for (const reason of signalOrder) {
    const effect = effects[reason];
    if (effect !== "note" && found.includes(reason)) return { verdict: effect, reason };
  }
  return { verdict: "valid", reason: null };
}
