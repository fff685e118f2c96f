import type { PolicyResponse } from "@fairclick/core/clicks/policy-schema";

type Rule = PolicyResponse["rules"][number];

export type Category = Pick<Rule, "category" | "effect"> & { rules: string[] };

/** Rules with the same reason and the same effect together, in the order of the first of each. */
export function rulesByCategory(rules: Rule[]): Category[] {
  const categories = new Map<string, Category>();
  for (const { category, effect, rule } of rules) {
    const key = `${effect} ${category}`;
    const known = categories.get(key) ?? { category, effect, rules: [] };
    categories.set(key, { ...known, rules: [...known.rules, rule] });
  }
  return [...categories.values()];
}
