import {
  completePolicy,
  keepEdits,
  listEdits,
  makePolicyBook,
  type Policy,
  type PolicyBook,
  type PolicyVersion,
} from "@fairclick/core/clicks/policy";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import {
  findNewestPolicy,
  findSettledUpTo,
  insertPolicy,
  type JudgingVersion,
  type ListedPolicy,
  listJudgingVersions,
  listPolicyValues,
  lockPolicy,
} from "@fairclick/sql/clicks/policy-versions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { insertAuditRow } from "@fairclick/sql/operations/operators";
import type { Ctx } from "../context";

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

/**
 * Stores the policy of this release as a version, unless a version with these rules or newer ones exists.
 * Continues the newest version: keeps the values that operators changed and that the release allows, names
 * the others in the audit log, and takes the rest from the release. Safe to run twice and concurrently.
 */
export async function registerRelease(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  if (isRegistered(await findNewestPolicy(ctx.db.sql))) return;
  await withTx(ctx.db, async (tx) => {
    await lockPolicy(tx);
    const newest = await findNewestPolicy(tx);
    if (isRegistered(newest)) return;
    const activeFrom = await chooseStart(tx, ctx.now());
    const version = Math.max((newest?.version ?? 0) + 1, release.version);
    const rulesVersion = release.version;
    const { policy: kept, dropped } = keepEdits(newest?.edits ?? {}, release);
    const policy = { ...kept, version };
    await insertPolicy(tx, {
      ...{ version, activeFrom, policy, rulesVersion, reason: `Rules ${rulesVersion}` },
      ...{ origin: "release", createdBy: null, createdAt: ctx.now() },
      edits: listEdits(release, policy),
    });
    await insertAuditRow(tx, {
      ...{ actorKind: "system", actorId: null, reason: null },
      action: "policy.register",
      subject: `policy:${version}`,
      before: { version: newest?.version ?? null },
      after: {
        ...{ version, rulesVersion, activeFrom: activeFrom.toISOString() },
        ...(dropped.length > 0 ? { dropped: dropped.join(" ") } : {}),
      },
    });
  });
}

function isRegistered(newest: ListedPolicy | null): boolean {
  return newest !== null && newest.rulesVersion >= release.version;
}

/**
 * Returns when a new version starts: now, but never before a click that may be judged already. Requires the
 * policy's lock.
 */
export async function chooseStart(tx: Tx, now: Date): Promise<Date> {
  const settled = (await findSettledUpTo(tx))?.getTime() ?? 0;
  return new Date(Math.max(now.getTime(), settled));
}
