import type { OverrideValues, PolicyOverride } from "@fairclick/core/clicks/policy-overrides";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import type { Fragment, Queryable, Tx } from "../db/client";

/** Exactly one of the two is set. */
export type OverrideSubject = { campaignId: CampaignId | null; creatorId: UserId | null };

export type StoredOverride = OverrideSubject & {
  revision: number;
  /** Empty if it only ends an earlier one. */
  values: OverrideValues;
  activeFrom: Date;
  until: Date;
  reason: string;
  createdBy: OperatorId;
  approvedBy: OperatorId | null;
  createdAt: Date;
};

type Span = { from: Date; to: Date };

/**
 * An expression with the overrides that judge clicks made between `from` and `to` (inclusive), as a JSON
 * array of `PolicyOverride`. For a query that a batch makes anyway.
 */
export function overridesBetween(db: Queryable, { from, to }: Span): Fragment {
  return db`coalesce((
    select json_agg(json_build_object(${presented(db)}) order by o.revision)
    from policy_overrides o
    where o.until > ${from} and o.active_from <= ${to}
      and not ${isReplaced(db, db`newer.active_from <= ${from}`)}
  ), '[]')`;
}

function presented(db: Queryable): Fragment {
  return db`'revision', o.revision, 'campaignId', o.campaign_id, 'creatorId', o.creator_id,
    'values', o.overridden, 'isApproved', o.approved_by is not null,
    'activeFrom', extract(epoch from o.active_from) * 1000, 'until', extract(epoch from o.until) * 1000`;
}

/** Lists the overrides that judge clicks made between `from` and `to` (inclusive). */
export async function listOverridesBetween(db: Queryable, span: Span): Promise<PolicyOverride[]> {
  const [row] = await db<{ overrides: PolicyOverride[] }[]>`
    /* policyOverrides.listBetween */
    select ${overridesBetween(db, span)} as overrides`;
  return row?.overrides ?? [];
}

/** Lists the overrides with these revisions. */
export async function listOverridesByRevision(
  db: Queryable,
  revisions: readonly number[],
): Promise<PolicyOverride[]> {
  const rows = await db<{ override: PolicyOverride }[]>`
    /* policyOverrides.listByRevision */
    select json_build_object(${presented(db)}) as override
    from policy_overrides o where o.revision = any (${[...revisions]}::int[])`;
  return rows.map(({ override }) => override);
}

/** Stores an override and returns its revision. Requires the policy's lock. */
export async function insertOverride(
  tx: Tx,
  row: Omit<StoredOverride, "revision">,
): Promise<number> {
  const [stored] = await tx<{ revision: number }[]>`
    /* policyOverrides.insert */
    insert into policy_overrides (
      revision, campaign_id, creator_id, overridden, active_from, until, reason, created_by,
      approved_by, created_at
    )
    values ((select coalesce(max(revision), 0) + 1 from policy_overrides), ${row.campaignId},
      ${row.creatorId}, ${tx.json(row.values)}, ${row.activeFrom}, ${row.until}, ${row.reason},
      ${row.createdBy}, ${row.approvedBy}, ${row.createdAt})
    returning revision`;
  if (!stored) throw new Error("The override was not stored");
  return stored.revision;
}

/** Returns the newest override of a subject if it has values and has not ended at `at`. */
export async function findOverride(
  db: Queryable,
  { at, ...subject }: OverrideSubject & { at: Date },
): Promise<StoredOverride | null> {
  const [row] = await db<StoredOverride[]>`
    /* policyOverrides.find */
    select ${columns(db)} from policy_overrides o
    where ${isOf(db, subject)} and ${isInForce(db, at)}`;
  return row ?? null;
}

/**
 * Returns whether the subject has a revision that an operator other than `by` set or that a second
 * operator approved. Leaves out revisions that have ended at `at`, that are older than a removal, or that
 * are older than the last approved one.
 */
export async function isSetByOthers(
  tx: Tx,
  { by, at, ...subject }: OverrideSubject & { by: OperatorId; at: Date },
): Promise<boolean> {
  const found = await tx`
    /* policyOverrides.isSetByOthers */
    select from policy_overrides o
    where ${isOf(tx, subject)} and o.until > ${at} and o.overridden <> '{}'
      and (o.created_by <> ${by} or o.approved_by is not null)
      and not exists (
        select from policy_overrides newer
        where newer.campaign_id is not distinct from o.campaign_id
          and newer.creator_id is not distinct from o.creator_id and newer.revision > o.revision
          and (newer.overridden = '{}' or newer.approved_by is not null)
      )
    limit 1`;
  return found.length > 0;
}

/** Counts the operator's revisions of a subject since `since`. */
export async function countRevisions(
  tx: Tx,
  { by, since, ...subject }: OverrideSubject & { by: OperatorId; since: Date },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    /* policyOverrides.countRevisions */
    select count(*)::int as count from policy_overrides o
    where ${isOf(tx, subject)} and o.created_by = ${by} and o.created_at > ${since}`;
  return row?.count ?? 0;
}

function isOf(db: Queryable, { campaignId, creatorId }: OverrideSubject): Fragment {
  return campaignId === null ? db`o.creator_id = ${creatorId}` : db`o.campaign_id = ${campaignId}`;
}

/** Counts the overrides that have not ended at `at`. */
export async function countOverrides(db: Queryable, at: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* policyOverrides.count */
    select count(*)::int as count from policy_overrides o where ${isInForce(db, at)}`;
  return row?.count ?? 0;
}

export type ListedOverride = StoredOverride & {
  campaign: string | null;
  creator: string | null;
  operator: string;
  approver: string | null;
};

/** Lists the overrides that have not ended at `at`, newest first. */
export function listOverrides(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<ListedOverride[]> {
  return db<ListedOverride[]>`
    /* policyOverrides.list */
    select ${columns(db)}, c.name as campaign, u.username as creator, operator.name as operator,
      approver.name as approver
    from policy_overrides o
    left join campaigns c on c.id = o.campaign_id
    left join users u on u.id = o.creator_id
    join operators operator on operator.id = o.created_by
    left join operators approver on approver.id = o.approved_by
    where ${isInForce(db, at)}
    order by o.revision desc limit ${limit}`;
}

function isInForce(db: Queryable, at: Date): Fragment {
  return db`o.until > ${at} and o.overridden <> '{}' and not ${isReplaced(db, db`true`)}`;
}

/** Whether the subject has a newer revision. One condition per kind of subject: each has an index. */
function isReplaced(db: Queryable, andOf: Fragment): Fragment {
  const newer = (subject: "campaign_id" | "creator_id") => db`exists (
    select from policy_overrides newer
    where newer.${db(subject)} = o.${db(subject)} and newer.revision > o.revision and ${andOf}
  )`;
  return db`(${newer("campaign_id")} or ${newer("creator_id")})`;
}

function columns(db: Queryable): Fragment {
  return db`o.revision, o.campaign_id as "campaignId", o.creator_id as "creatorId",
    o.overridden as values, o.active_from as "activeFrom", o.until, o.reason,
    o.created_by as "createdBy", o.approved_by as "approvedBy", o.created_at as "createdAt"`;
}
