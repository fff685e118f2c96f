import type { Policy } from "./policy";

/** The policies that judge some clicks. */
export type PolicyBook = {
  /** Those that `findAt` returns for the clicks. */
  policies: readonly Policy[];
  /** Returns the policy that judges clicks made at `at` (ms). */
  findAt: (at: number) => Policy;
};

export type PolicyVersion = {
  /** Names the version: `policy.version`. */
  policy: Policy;
  /** Time (ms) from which clicks are judged by it. */
  activeFrom: number;
};

/**
 * Makes a book that judges each click by the newest version that was active when it was made, or by the
 * first version if none was. `versions` are sorted by version. What judges a past time never changes,
 * because no version starts in the past.
 */
export function makePolicyBook(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  clicks: readonly { at: number }[],
): PolicyBook {
  const findAt = (at: number) =>
    (versions.findLast(({ activeFrom }) => activeFrom <= at) ?? versions[0]).policy;
  return { policies: [...new Set(clicks.map(({ at }) => findAt(at)))], findAt };
}

/** Makes a book that judges every click by one policy. */
export function makeSinglePolicyBook(policy: Policy): PolicyBook {
  return { policies: [policy], findAt: () => policy };
}
