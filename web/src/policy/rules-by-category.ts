import type { PolicyResponse } from "@fairclick/core/clicks/rule-trials";

type Rule = PolicyResponse["rules"][number];

export type Category = Pick<Rule, "category" | "effect"> & { rules: string[] };

/** Groups rules by reason and effect, in the order of each group's first rule. */
export function rulesByCategory(rules: Rule[]): Category[] {
  const categories = new Map<string, Category>();
  for (const { category, effect, rule } of rules) {
    const key = `${effect} ${category}`;
    const known = categories.get(key) ?? { category, effect, rules: [] };
    categories.set(key, { ...known, rules: [...known.rules, rule] });
  }
  return [...categories.values()];
}
