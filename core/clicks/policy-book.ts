import type { ClickToJudge } from "./facts";
import type { Policy } from "./policy";

/** The policies for a set of clicks. `of` returns the one that judges a click. */
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
 * Returns the version that judges clicks made at `at`: the newest version that is active then, or the first
 * version for clicks from before it. `versions` are sorted by version. The result for a past time never
 * changes, because no version starts in the past.
 */
export function versionAt(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  at: number,
): PolicyVersion {
  return versions.findLast(({ activeFrom }) => activeFrom <= at) ?? versions[0];
}

/** Returns a book that judges every click by one policy. */
export function bookOf(policy: Policy): PolicyBook {
  return { policies: [policy], of: () => policy };
}

/** Returns a book that judges each click by the version of its time. */
export function openPolicyBook(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  clicks: readonly ClickToJudge[],
): PolicyBook {
  const policies = new Set(clicks.map(({ at }) => versionAt(versions, at).policy));
  return { policies: [...policies], of: ({ at }) => versionAt(versions, at).policy };
}
