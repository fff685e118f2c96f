import type { ClickToJudge } from "./facts";
import type { Policy } from "./policy";
import {
  type AppliedOverrides,
  applyOverrides,
  indexOverrides,
  type OverridePair,
  overridableValues,
  type PolicyOverride,
  readValue,
  withValue,
} from "./policy-overrides";

/** The policy that judges a click, and what names it beside its version. */
export type JudgingPolicy = { policy: Policy; overrides: AppliedOverrides };

export type ClickedLink = Pick<ClickToJudge, "at" | "campaignId" | "creatorId">;

/** The policies for a set of clicks. `of` returns the one that judges a click. */
export type PolicyBook = {
  /** Their needs, read together, cover those of every policy that `of` returns. */
  policies: readonly Policy[];
  of: (click: ClickedLink) => JudgingPolicy;
  /** The overrides that the clicks can have, for a second book of the same clicks. */
  overrides: readonly PolicyOverride[];
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

/** Makes a book that judges every click by one policy, with the overrides of the click's time. */
export function makeSinglePolicyBook(
  policy: Policy,
  overrides: readonly PolicyOverride[] = [],
): PolicyBook {
  return buildBook([policy], () => policy, overrides);
}

/** Makes a book that judges each click by the version and the overrides of its time. */
export function makePolicyBook(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  clicks: readonly ClickedLink[],
  overrides: readonly PolicyOverride[] = [],
): PolicyBook {
  const policies = new Set(clicks.map(({ at }) => versionAt(versions, at).policy));
  const versionOf = ({ at }: ClickedLink) => versionAt(versions, at).policy;
  return buildBook([...policies], versionOf, listOverridesOf(clicks, overrides));
}

/** Leaves out overrides of other campaigns and creators, so that they add no facts to read. */
function listOverridesOf(
  clicks: readonly ClickedLink[],
  overrides: readonly PolicyOverride[],
): readonly PolicyOverride[] {
  if (overrides.length === 0) return overrides;
  const campaigns = new Set<string | null>(clicks.map(({ campaignId }) => campaignId));
  const creators = new Set<string | null>(clicks.map(({ creatorId }) => creatorId));
  return overrides.filter((each) => campaigns.has(each.campaignId) || creators.has(each.creatorId));
}

function buildBook(
  versions: readonly Policy[],
  versionOf: (click: ClickedLink) => Policy,
  overrides: readonly PolicyOverride[],
): PolicyBook {
  const overridesOf = indexOverrides(overrides);
  const known = new Map<string, JudgingPolicy>();
  return {
    policies: coverPolicies(versions, overrides),
    overrides,
    of: (click) => {
      const policy = versionOf(click);
      const pair = overridesOf(click);
      const key = `${policy.version} ${pair.campaign?.revision} ${pair.creator?.revision}`;
      const found = known.get(key) ?? judgingPolicy(policy, pair);
      known.set(key, found);
      return found;
    },
  };
}

function judgingPolicy(policy: Policy, pair: OverridePair): JudgingPolicy {
  const { campaign, creator } = pair;
  return {
    policy: applyOverrides(policy, pair),
    overrides: { campaign: campaign?.revision ?? null, creator: creator?.revision ?? null },
  };
}

/**
 * Adds to each version the policies with the least and the most of all overridden values. A larger
 * value never needs fewer neighbours, and a smaller one never fewer links, so these two cover all others.
 */
function coverPolicies(
  versions: readonly Policy[],
  overrides: readonly PolicyOverride[],
): readonly Policy[] {
  if (overrides.length === 0) return versions;
  const furthest = (policy: Policy, pick: (...values: number[]) => number) =>
    overridableValues.reduce((covering, name) => {
      const given = overrides.flatMap(({ values }) => values[name] ?? []);
      return withValue(covering, name, pick(readValue(policy, name), ...given));
    }, policy);
  return versions.flatMap((policy) => [
    policy,
    furthest(policy, Math.min),
    furthest(policy, Math.max),
  ]);
}
