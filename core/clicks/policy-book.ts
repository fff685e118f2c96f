import type { ClickToJudge } from "./facts";
import type { Policy } from "./policy";

/** The policies that judge some clicks, and which of them judges which click. */
export type PolicyBook = {
  /** All policies that `of` returns; their needs are read together. */
  policies: readonly Policy[];
  of: (click: ClickToJudge) => Policy;
};

export type PolicyVersion = {
  /** Names the version: `policy.version`. */
  policy: Policy;
  /** Time (ms) from which clicks are judged by it. */
  activeFrom: number;
};

/**
 * Returns the version that judges clicks of a time: the newest that is active then, or the first one
 * for clicks from before all of them. `versions` are sorted by version and not empty. The answer for
 * a past time never changes, because new versions start in the future.
 */
export function versionAt(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  at: number,
): PolicyVersion {
  return versions.findLast(({ activeFrom }) => activeFrom <= at) ?? versions[0];
}

/** Judges every click by the policy. */
export function bookOf(policy: Policy): PolicyBook {
  return { policies: [policy], of: () => policy };
}

/** Judges each of the clicks by the version of its time. */
export function openPolicyBook(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  clicks: readonly ClickToJudge[],
): PolicyBook {
  const policies = new Set(clicks.map(({ at }) => versionAt(versions, at).policy));
  return { policies: [...policies], of: ({ at }) => versionAt(versions, at).policy };
}
