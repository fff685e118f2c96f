import {
  makePolicyBook,
  type Policy,
  type PolicyBook,
  type PolicyVersion,
} from "@fairclick/core/clicks/policy";
import { completePolicy } from "@fairclick/core/clicks/policy-versions";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import {
  type JudgingVersion,
  listJudgingVersions,
  listPolicyValues,
} from "@fairclick/sql/clicks/policy-versions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";

type Wanted = { clicks: readonly { at: number }[]; windowSeconds: number };

/**
 * Reads the policies that judge the clicks, each by its time. Requires the policy's shared lock, so that
 * no version can start before the transaction ends.
 * Throws `unavailable` if this release is not registered, or if a newer release is: only workers of the
 * newest release judge clicks.
 */
export async function readPolicies(tx: Tx, { clicks, windowSeconds }: Wanted): Promise<PolicyBook> {
  const times = clicks.map(({ at }) => at);
  const from = new Date(Math.floor(times.reduce((first, at) => Math.min(first, at), Infinity)));
  const to = new Date(Math.ceil(times.reduce((last, at) => Math.max(last, at), -Infinity)));
  const rows = await listJudgingVersions(tx, { rulesVersion: release.version, from, to });
  const [first, ...others] = rows.map((row) => toVersion(row, windowSeconds));
  const newest = rows[0]?.newestRules;
  if (!first || newest === undefined) {
    throw new AppError("unavailable", "The policy of this release is not registered yet.");
  }
  requireNewestRules(newest);
  return makePolicyBook([first, ...others], clicks);
}

/** Throws `unavailable` if a newer release with other rules judges clicks. */
export function requireNewestRules(newest: number): void {
  if (newest <= release.version) return;
  throw new AppError(
    "unavailable",
    `Rules ${newest} of a newer release judge clicks; this process has rules ${release.version}. Update it.`,
  );
}

/**
 * Returns the policy that judges clicks of a time, by the rules of this release; the release's own
 * policy before the first settlement.
 */
export async function getPolicyAt(
  db: Queryable,
  { at, windowSeconds }: { at: Date; windowSeconds: number },
): Promise<Policy> {
  const rows = await listJudgingVersions(db, { rulesVersion: release.version, from: at, to: at });
  const last = rows.at(-1);
  return last ? toVersion(last, windowSeconds).policy : { ...release, windowSeconds };
}

type Judged = { policyVersion: number | null };

/**
 * Returns a function that finds the policy that judged a click. Makes no query for clicks that `inForce`
 * judged. Uses `inForce` for a pending click, and for a version that is not stored.
 */
export async function readJudgingPolicies(
  db: Queryable,
  clicks: readonly Judged[],
  inForce: Policy,
): Promise<(click: Judged) => Policy> {
  const versions = new Set(clicks.map(({ policyVersion }) => policyVersion ?? inForce.version));
  versions.delete(inForce.version);
  const stored = versions.size > 0 ? await listPolicyValues(db, [...versions]) : [];
  const { windowSeconds } = inForce;
  const policies = new Map(
    stored.map(({ version, policy }) => [
      version,
      { ...completePolicy(policy, release), windowSeconds },
    ]),
  );
  return ({ policyVersion }) => policies.get(policyVersion ?? inForce.version) ?? inForce;
}

function toVersion({ policy, activeFrom }: JudgingVersion, windowSeconds: number): PolicyVersion {
  return {
    policy: { ...completePolicy(policy, release), windowSeconds },
    activeFrom: activeFrom.getTime(),
  };
}
