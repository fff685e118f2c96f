import type { Effect } from "./policy";
import type { ListedTrial } from "./policy-schema";
import { rules, softSignals } from "./registry";
import {
  describeTrial,
  ENOUGH_CLICKS,
  isAboveBound,
  percent,
  type RuleTrial,
  type TrialCounts,
  wilson,
} from "./rule-trials";
import type { SignalName } from "./signal";
import { nonVisitSignals } from "./visit";

const none: RuleTrial = {
  clicks: 0,
  joined: 0,
  returned: 0,
  accepted: { clicks: 0, joined: 0, returned: 0 },
  developers: 0,
  others: { clicks: 0, returned: 0 },
};

/**
 * Lists every rule that refuses or holds clicks, with its measured figures or zeros. Leaves out the
 * rules that redirect no visitors: no game can report them.
 */
export function listTrials(
  measured: readonly (RuleTrial & { signal: string })[],
  effects: Record<SignalName, Effect>,
): ListedTrial[] {
  const bySignal = new Map(measured.map((trial) => [trial.signal, trial]));
  return rules.flatMap(({ signal, category }) => {
    const effect = effects[signal];
    if ((effect !== "invalid" && effect !== "held") || nonVisitSignals.includes(signal)) return [];
    const soft = softSignals.has(signal);
    return [{ signal, category, effect, soft, ...present(bySignal.get(signal) ?? none) }];
  });
}

function present(trial: RuleTrial) {
  const { clicks, joined, returned, accepted, developers } = trial;
  const { low, high } = wilson(returned, clicks);
  const isEnough = clicks >= ENOUGH_CLICKS;
  return {
    clicks,
    joined,
    returned,
    percent: sharePercent(trial),
    lowPercent: isEnough ? Number(percent(low)) : null,
    highPercent: isEnough ? Number(percent(high)) : null,
    accepted: { ...accepted, percent: sharePercent(accepted) },
    developers,
    aboveBound: isAboveBound(trial),
    text: describeTrial(trial),
  };
}

function sharePercent({ clicks, returned }: TrialCounts): number | null {
  return clicks < ENOUGH_CLICKS ? null : Number(percent(returned / clicks));
}
