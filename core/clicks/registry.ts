import { checks } from "./checks";
import { factRules } from "./fact-rules";
import type { Rule } from "./rule";
import { signalOrder } from "./signal";

/**
 * Every rule, in deciding order. A new rule is a file, its test, its effect and a line in `checks` or
 * `factRules`.
 */
export const rules: readonly Rule[] = [...new Set<Rule>([...checks, ...factRules])].sort(
  (a, b) => signalOrder.indexOf(a.signal) - signalOrder.indexOf(b.signal),
);

/** The signals that a player who comes back outweighs. */
export const softSignals: ReadonlySet<string> = new Set(
  rules.filter(({ soft }) => soft).map(({ signal }) => signal),
);
