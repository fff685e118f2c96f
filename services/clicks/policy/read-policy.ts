import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import {
  type ClickedLink,
  makePolicyBook,
  type PolicyBook,
  type PolicyVersion,
} from "@fairclick/core/clicks/policy-book";
import { completePolicy } from "@fairclick/core/clicks/policy-file";
import { AppError } from "@fairclick/core/errors";
import { type JudgingVersion, listJudgingVersions } from "@fairclick/sql/clicks/policy-versions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";

type Wanted = { clicks: readonly ClickedLink[]; windowSeconds: number };

/**
 * Reads the policies that judge the clicks, each by its time, campaign and creator. Requires the policy's
 * shared lock, so that no version or override can start before the transaction ends.
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
  return makePolicyBook([first, ...others], clicks, rows[0]?.overrides);
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

function toVersion({ policy, activeFrom }: JudgingVersion, windowSeconds: number): PolicyVersion {
  return {
    policy: { ...completePolicy(policy, release), windowSeconds },
    activeFrom: activeFrom.getTime(),
  };
}
