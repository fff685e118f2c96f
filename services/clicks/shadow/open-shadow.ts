import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import { policySchema } from "@fairclick/core/clicks/policy-file-schema";
import type { JudgingShadow } from "@fairclick/sql/clicks/policy-versions";

/** How long a shadow may judge the clicks of one batch. */
const LIMIT_MS = 5_000;

/** A policy that judges clicks beside the active one. */
export type RunningShadow = {
  id: string;
  policy: Policy;
  /** It judges clicks made between `from` (inclusive) and `until` (exclusive), in milliseconds. */
  from: number;
  until: number;
  /** How long it may judge the clicks of one batch. */
  limitMs: number;
};

/** A stored shadow: `problem` says why it cannot judge. */
export type OpenShadow = RunningShadow | { id: string; problem: string };

/** Checks that the rules of this release can judge by a stored shadow. */
export function openShadow(stored: JudgingShadow, windowSeconds: number): OpenShadow {
  const { id, policy, rulesVersion, from, until } = stored;
  if (rulesVersion !== release.version) {
    const problem = `It was started for rules ${rulesVersion}, and a release with rules ${release.version} judges clicks now.`;
    return { id, problem };
  }
  const parsed = policySchema.safeParse(policy);
  if (!parsed.success) return { id, problem: "Its policy has unknown or missing values." };
  return { id, policy: { ...parsed.data, windowSeconds }, from, until, limitMs: LIMIT_MS };
}
