import { type Effect, type Policy, policy } from "./policy";
import { describeRule, reasonCategory } from "./reasons";
import { checks } from "./registry";
import { type SignalName, signalOrder } from "./signal";

/** Found by settlement, which sees a click among its neighbours and its campaign's budget. */
const foundBySettlement: readonly SignalName[] = [
  "ip_burst",
  "device_burst",
  "device_repeat",
  "ip_daily",
  "link_anomaly",
  "not_started",
  "ended",
  "exhausted",
];

export type Rule = { signal: SignalName; category: string; rule: string; effect: Effect };

/** Every rule that clicks are judged by today, in deciding order. */
export function listRules(numbers: { windowSeconds: number }, judgedBy: Policy = policy): Rule[] {
  const inForce = new Set([...checks.map(({ signal }) => signal), ...foundBySettlement]);
  return signalOrder
    .filter((signal) => inForce.has(signal))
    .map((signal) => ({
      signal,
      category: reasonCategory(signal),
      rule: describeRule(signal, { ...judgedBy, ...numbers }),
      effect: judgedBy.effects[signal],
    }));
}
