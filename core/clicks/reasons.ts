import type { ClickRules } from "../campaigns/campaign-input";
import type { SourceClass } from "../ip/ip-data";
import { t } from "../language/t";
import { describeReversal, REVERSED, type ReversalCategory } from "./decisions";
import type { Effect, Policy } from "./policy";
import type { ProofOutcome } from "./proofs";
import { rules } from "./registry";
import type { Rule, RuleNumbers } from "./rule";
import type { SignalName, Verdict } from "./signal";

const rulesBySignal = new Map<string, Rule>(rules.map((rule) => [rule.signal, rule]));

/** Set by an operator, not by a rule. */
const reversed = {
  category: "Reversed",
  describe: () => t`An operator reviewed this click after it was paid and reversed the payment.`,
};

/** All categories of reasons, in the rules' deciding order. */
export const reasonCategories: readonly string[] = [
  ...new Set([...rules.map(({ category }) => category), reversed.category]),
];

export function listCategoryReasons(category: string): string[] {
  const found = rules.filter((rule) => rule.category === category).map(({ signal }) => signal);
  return category === reversed.category ? [REVERSED] : found;
}

/** Returns the category of a stored reason; "Other" for a reason that this version does not know. */
export function reasonCategory(reason: string): string {
  if (reason === REVERSED) return reversed.category;
  return rulesBySignal.get(reason)?.category ?? "Other";
}

/**
 * Returns the description of a stored reason, or null for a reason that this version does not know.
 * On a shared-aware campaign it also says what differs at shared addresses.
 */
export function reasonRule(
  reason: string,
  numbers: RuleNumbers,
  clickRules: ClickRules = "literal",
): string | null {
  if (reason === REVERSED) return reversed.describe();
  const rule = rulesBySignal.get(reason);
  if (!rule) return null;
  const shared = clickRules === "shared-aware" ? rule.describeShared?.(numbers) : undefined;
  return shared ? `${rule.describe(numbers)} ${shared}` : rule.describe(numbers);
}

/** `shared` says what differs at shared addresses on shared-aware campaigns; null if nothing does. */
export type ListedRule = {
  signal: SignalName;
  category: string;
  rule: string;
  effect: Effect;
  shared: string | null;
};

/** Rules that find nothing without a list or table of one of these classes. */
const neededData: Partial<Record<SignalName, readonly SourceClass[]>> = {
  relay: ["relay"],
  tor: ["tor"],
  datacenter: ["cloud", "asn"],
  hosting: ["datacenter", "asn"],
  proxy: ["proxy"],
  vpn: ["vpn"],
};

/** Returns every rule that can find something with this address data, in deciding order. */
export function listRules(policy: Policy, known: readonly SourceClass[]): ListedRule[] {
  const applied = rules.filter(
    ({ signal }) => neededData[signal]?.some((each) => known.includes(each)) ?? true,
  );
  return applied.map(({ signal, category, describe, describeShared }) => ({
    signal,
    category,
    rule: describe(policy),
    effect: policy.effects[signal],
    shared: describeShared?.(policy) ?? null,
  }));
}

type Judged = {
  verdict: Verdict;
  reason: string | null;
  /** Why an operator reversed the click. */
  category: ReversalCategory | null;
  proof: ProofOutcome | null;
};

/**
 * Returns the category of a click's reason, with that of its reversal. Of clicks without a reason
 * only those that the game proved have one; the others return null.
 */
export function describeCategory({ verdict, reason, category, proof }: Judged): string | null {
  if (reason === null) {
    return verdict === "valid" && proof === "paid" ? "Proven by the game" : null;
  }
  const found = reasonCategory(reason);
  return category ? `${found}: ${describeReversal(category).toLowerCase()}` : found;
}
