import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import { completePolicy } from "@fairclick/core/clicks/policy-file";
import { applyOverrides, type OverridePair } from "@fairclick/core/clicks/policy-overrides";
import { listOverridesByRevision } from "@fairclick/sql/clicks/policy-overrides";
import { listPolicyValues } from "@fairclick/sql/clicks/policy-versions";
import type { Queryable } from "@fairclick/sql/db/client";

/** What names the policy that judged a click; all null while the click is pending. */
export type NamedPolicy = {
  policyVersion: number | null;
  campaignOverride: number | null;
  creatorOverride: number | null;
};

type JudgedBy = { policy: Policy; overrides: OverridePair };

/**
 * Returns a function that finds the policy and the overrides that judged a click. Makes no query for clicks
 * that `inForce` judged without overrides. Uses `inForce` for a version that is not stored.
 */
export async function readJudgingPolicies(
  db: Queryable,
  clicks: readonly NamedPolicy[],
  inForce: Policy,
): Promise<(click: NamedPolicy) => JudgedBy> {
  const distinct = (pick: (click: NamedPolicy) => (number | null)[]) => [
    ...new Set(clicks.flatMap(pick).filter((number) => number !== null)),
  ];
  const versions = distinct(({ policyVersion }) => [policyVersion]).filter(
    (version) => version !== inForce.version,
  );
  const revisions = distinct((click) => [click.campaignOverride, click.creatorOverride]);
  const [stored, overrides] = await Promise.all([
    versions.length > 0 ? listPolicyValues(db, versions) : [],
    revisions.length > 0 ? listOverridesByRevision(db, revisions) : [],
  ]);
  const { windowSeconds } = inForce;
  const policies = new Map(
    stored.map(({ version, policy }) => [
      version,
      { ...completePolicy(policy, release), windowSeconds },
    ]),
  );
  const byRevision = new Map(overrides.map((each) => [each.revision, each]));
  return ({ policyVersion, campaignOverride, creatorOverride }) => {
    const pair = {
      campaign: byRevision.get(campaignOverride ?? 0) ?? null,
      creator: byRevision.get(creatorOverride ?? 0) ?? null,
    };
    const policy = policies.get(policyVersion ?? 0) ?? inForce;
    return { policy: applyOverrides(policy, pair), overrides: pair };
  };
}
