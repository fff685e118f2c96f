import type { Policy } from "@fairclick/core/clicks/policy";
import type { OperatorId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../../db/client";

export type NewShadow = {
  id: string;
  /** Version of the rules of the release that starts it. */
  rulesVersion: number;
  /** Version that is active at the start. */
  baseVersion: number;
  policy: Policy;
  reason: string;
  startedBy: OperatorId;
  startedAt: Date;
  /** It judges clicks made before this time. */
  until: Date;
};

export type StoredShadow = NewShadow & {
  endedAt: Date | null;
  /** Why settlement ended it; null if it did not. */
  failure: string | null;
  seenAt: Date | null;
  operator: string;
};

/** Stores a shadow and removes the one before it with its figures. */
export async function replaceShadow(tx: Tx, row: NewShadow): Promise<void> {
  await tx`/* policyShadows.deleteEarlier */ delete from policy_shadows`;
  await tx`
    /* policyShadows.insert */
    insert into policy_shadows (
      id, rules_version, base_version, policy, reason, started_by, started_at, until
    )
    values (${row.id}, ${row.rulesVersion}, ${row.baseVersion}, ${tx.json(row.policy)}, ${row.reason},
      ${row.startedBy}, ${row.startedAt}, ${row.until})`;
}

/** Returns the last shadow that was started, also after its end; null if there was none. */
export async function findShadow(db: Queryable): Promise<StoredShadow | null> {
  const [row] = await db<StoredShadow[]>`
    /* policyShadows.find */
    select s.id, s.rules_version as "rulesVersion", s.base_version as "baseVersion", s.policy, s.reason,
      s.started_by as "startedBy", s.started_at as "startedAt", s.until, s.ended_at as "endedAt",
      s.failure, s.seen_at as "seenAt", o.name as operator
    from policy_shadows s join operators o on o.id = s.started_by`;
  return row ?? null;
}

/** Ends a shadow. `failure` is null if an operator stops it. Returns false if it has ended already. */
export async function endShadow(
  tx: Tx,
  { id, at, failure }: { id: string; at: Date; failure: string | null },
): Promise<boolean> {
  const updated = await tx`
    /* policyShadows.end */
    update policy_shadows set ended_at = ${at}, failure = ${failure}
    where id = ${id} and ended_at is null`;
  return updated.count === 1;
}

export async function markShadowSeen(
  db: Queryable,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await db`
    /* policyShadows.markSeen */
    update policy_shadows set seen_at = ${at} where id = ${id} and seen_at is null`;
}
