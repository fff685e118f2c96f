import type { ListedTrial } from "@fairclick/core/clicks/rule-trials";
import { type CheckResult, ok, warn } from "./check-result";

/** Proposes rules for `held` that refuse too many people. Nothing changes by itself. */
export function judgeTrials(trials: ListedTrial[]): CheckResult {
  const proposed = trials.filter(({ aboveBound, effect }) => aboveBound && effect === "invalid");
  if (proposed.length === 0) return ok("rules", "none is proven to refuse too many people");
  return warn(
    "rules",
    proposed.map(({ signal, text }) => `${signal}: ${text}`).join(" "),
    "Consider setting them to held; `fairclick policy trial` shows the figures.",
  );
}
