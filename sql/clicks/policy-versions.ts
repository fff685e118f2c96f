import type { Policy, PolicyFile } from "@fairclick/core/clicks/policy";
import type { OperatorId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

/** Key of the advisory lock of the policy; no other lock uses it. */
export const POLICY_LOCK = 420_724;

export type PolicyOrigin = "release" | "apply";

export type StoredPolicy = {
  version: number;
  rulesVersion: number;
  origin: PolicyOrigin;
  activeFrom: Date;
  policy: Policy;
  /** The values that differ from the release's. */
  edits: PolicyFile;
  reason: string;
  /** Null for versions that a release brought. */
  createdBy: OperatorId | null;
  createdAt: Date;
};

export type ListedPolicy = StoredPolicy & { operator: string | null };

/**
 * Locks the policy until the transaction ends: settlement and other changes of the policy wait. A version
 * stored under this lock therefore starts after everything that is settled.
 */
export async function lockPolicy(tx: Tx): Promise<void> {
  await tx`
    /* policyVersions.lock */
    select pg_advisory_xact_lock(${POLICY_LOCK}::bigint)`;
}

/** Returns the time up to which clicks may be judged already; null before the first settlement. */
export async function findSettledUpTo(tx: Tx): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }[]>`
    /* policyVersions.findSettledUpTo */
    select max(watermark) as at
    from (select watermark from settlements order by settled_at desc limit 1000) newest`;
  return row?.at ?? null;
}

export async function insertPolicy(tx: Tx, row: StoredPolicy): Promise<void> {
  await tx`
    /* policyVersions.insert */
    insert into policy_versions (
      version, rules_version, origin, active_from, policy, edits, reason, created_by, created_at
    )
    values (${row.version}, ${row.rulesVersion}, ${row.origin}, ${row.activeFrom},
      ${tx.json(row.policy)}, ${tx.json(row.edits)}, ${row.reason}, ${row.createdBy}, ${row.createdAt})`;
}

/** Returns the newest version; null before the first release is registered. */
export async function findNewestPolicy(db: Queryable): Promise<ListedPolicy | null> {
  const [row] = await listPolicies(db, { before: null, limit: 1 });
  return row ?? null;
}

export async function findPolicy(db: Queryable, version: number): Promise<ListedPolicy | null> {
  const [row] = await listPolicies(db, { before: version + 1, limit: 1 });
  return row?.version === version ? row : null;
}

/** Lists the values of stored versions, in any order. */
export function listPolicyValues(
  db: Queryable,
  versions: readonly number[],
): Promise<{ version: number; policy: Policy }[]> {
  return db<{ version: number; policy: Policy }[]>`
    /* policyVersions.listValues */
    select version, policy from policy_versions where version = any (${[...versions]}::int[])`;
}

/** Lists versions, newest first. */
export function listPolicies(
  db: Queryable,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListedPolicy[]> {
  return db<ListedPolicy[]>`
    /* policyVersions.list */
    select p.version, p.rules_version, p.origin, p.active_from, p.policy, p.edits, p.reason, p.created_by,
      p.created_at, o.name as operator
    from policy_versions p left join operators o on o.id = p.created_by
    where ${before === null ? db`true` : db`p.version < ${before}`}
    order by p.version desc limit ${limit}`;
}

export type JudgingVersion = {
  policy: Policy;
  activeFrom: Date;
  newestRules: number;
};

/**
 * Lists the versions with these rules that judge clicks made between `from` and `to` (inclusive), sorted by
 * version: the version that is active at `from` and those that start later. The first version also judges
 * clicks from before all versions.
 */
export async function listJudgingVersions(
  db: Queryable,
  { rulesVersion, from, to }: { rulesVersion: number; from: Date; to: Date },
): Promise<JudgingVersion[]> {
  return db<JudgingVersion[]>`
    /* policyVersions.listJudging */
    with own as (select * from policy_versions where rules_version = ${rulesVersion})
    select policy, active_from,
      (select max(rules_version) from policy_versions) as newest_rules
    from own
    where (active_from > ${from} and active_from <= ${to}) or version = coalesce(
      (select max(version) from own where active_from <= ${from}),
      (select min(version) from own)
    )
    order by version`;
}
