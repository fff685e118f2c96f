import type { Policy, PolicyFile } from "@fairclick/core/clicks/policy";
import { findPolicyProblems } from "@fairclick/core/clicks/policy-bounds";
import { completePolicy } from "@fairclick/core/clicks/policy-versions";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import { findNewestPolicy, type ListedPolicy } from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireNewestRules } from "./read-policy";

/** Returns the newest version. Throws `unavailable` if a newer release has registered. */
export async function getNewestPolicy(tx: Tx): Promise<ListedPolicy> {
  const newest = await findNewestPolicy(tx);
  if (!newest) throw new Error("No release is registered");
  requireNewestRules(newest.rulesVersion);
  return newest;
}

/**
 * Returns the policy of a file; omitted values are those of the newest version. Throws `conflict` if the
 * file names another version.
 */
export function completeFile(file: PolicyFile, newest: Pick<ListedPolicy, "version" | "policy">) {
  if (file.version !== undefined && file.version !== newest.version) {
    throw new AppError(
      "conflict",
      `The file names version ${file.version}, but the newest is ${newest.version}. Compare them with \`fairclick policy diff\`.`,
    );
  }
  return completePolicy(file, newest.policy);
}

/** Throws `validation` with every value that is out of bounds. */
export function requireWithinBounds(policy: Policy, windowSeconds: number): void {
  const problems = findPolicyProblems(policy, { ...release, windowSeconds });
  if (problems.length > 0) throw new AppError("validation", problems.join(" "));
}
