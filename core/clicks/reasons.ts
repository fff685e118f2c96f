import { REVERSED } from "./decisions";
import { type Effect, type Policy, policy } from "./policy";
import { rules } from "./registry";
import type { Rule, RuleNumbers } from "./rule";
import type { SignalName } from "./signal";

const ruleOf = new Map<string, Rule>(rules.map((rule) => [rule.signal, rule]));

/** No rule finds it: an operator did. */
const takenBack = {
  category: "Taken back",
  rule: "An operator looked at this click after it was paid, and took the payment back.",
};

/** Takes any text, since the database may hold a reason that this version no longer knows. */
export function reasonCategory(reason: string): string {
  if (reason === REVERSED) return takenBack.category;
  return ruleOf.get(reason)?.category ?? "Other";
}

/** The rule behind a stored reason in a sentence; null for one that this version does not know. */
export function reasonRule(reason: string, numbers: RuleNumbers): string | null {
  if (reason === REVERSED) return takenBack.rule;
  return ruleOf.get(reason)?.describe(numbers) ?? null;
}

export type ListedRule = { signal: SignalName; category: string; rule: string; effect: Effect };

/** Every rule that clicks are judged by, in deciding order. */
export function listRules(
  numbers: { windowSeconds: number },
  judgedBy: Policy = policy,
): ListedRule[] {
  return rules.map(({ signal, category, describe }) => ({
    signal,
    category,
    rule: describe({ ...judgedBy, ...numbers }),
    effect: judgedBy.effects[signal],
  }));
}
