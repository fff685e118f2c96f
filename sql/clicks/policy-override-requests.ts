import type { OverrideValues } from "@fairclick/core/clicks/policy-overrides";
import type { OperatorId } from "@fairclick/core/ids";
import type { Fragment, Queryable, Tx } from "../db/client";
import { isValidToken } from "../operations/operators";
import type { OverrideSubject } from "./policy-overrides";

const SCOPE = "policy:write";

export type OverrideRequest = OverrideSubject & {
  id: string;
  values: OverrideValues;
  until: Date;
  /** The revision that it replaces; null if the subject had none. */
  replaces: number | null;
  reason: string;
  requestedBy: OperatorId;
  requestedAt: Date;
  expiresAt: Date;
};

export async function insertOverrideRequest(tx: Tx, row: OverrideRequest): Promise<void> {
  await tx`
    /* policyOverrideRequests.insert */
    insert into policy_override_requests (
      id, campaign_id, creator_id, overridden, until, replaces, reason, requested_by, requested_at,
      expires_at
    )
    values (${row.id}, ${row.campaignId}, ${row.creatorId}, ${tx.json(row.values)}, ${row.until},
      ${row.replaces}, ${row.reason}, ${row.requestedBy}, ${row.requestedAt}, ${row.expiresAt})`;
}

/** `isRequesterTrusted`: the operator who requested it still has a valid token that changes the policy. */
export type OpenOverrideRequest = OverrideRequest & { isRequesterTrusted: boolean };

/** Locks a request that nobody has answered. Returns null if there is none with this id. */
export async function lockOverrideRequest(tx: Tx, id: string): Promise<OpenOverrideRequest | null> {
  const [row] = await tx<OpenOverrideRequest[]>`
    /* policyOverrideRequests.lock */
    select ${columns(tx)}, exists (
      select from operator_tokens t where t.operator_id = r.requested_by and ${isValidToken(tx)}
        and ${SCOPE} = any (t.scopes)
    ) as "isRequesterTrusted"
    from policy_override_requests r where r.id = ${id} and r.answered_at is null for update`;
  return row ?? null;
}

type Answer = { id: string; by: OperatorId; at: Date; revision: number | null };

/** Stores the answer; `revision` is null if the request was declined. The request must be locked. */
export async function answerOverrideRequest(
  tx: Tx,
  { id, by, at, revision }: Answer,
): Promise<void> {
  const updated = await tx`
    /* policyOverrideRequests.answer */
    update policy_override_requests
    set answered_by = ${by}, answered_at = ${at}, revision = ${revision}
    where id = ${id} and answered_at is null`;
  if (updated.count !== 1) throw new Error("The request was answered concurrently");
}

export type ListedOverrideRequest = OverrideRequest & {
  campaign: string | null;
  creator: string | null;
  operator: string;
};

/** Lists the requests that can still be approved, newest first. */
export function listOverrideRequests(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<ListedOverrideRequest[]> {
  return db<ListedOverrideRequest[]>`
    /* policyOverrideRequests.list */
    select ${columns(db)}, c.name as campaign, u.username as creator, o.name as operator
    from policy_override_requests r
    left join campaigns c on c.id = r.campaign_id
    left join users u on u.id = r.creator_id
    join operators o on o.id = r.requested_by
    where r.answered_at is null and r.expires_at > ${at}
    order by r.id desc limit ${limit}`;
}

function columns(db: Queryable): Fragment {
  return db`r.id, r.campaign_id as "campaignId", r.creator_id as "creatorId", r.overridden as values,
    r.until, r.replaces, r.reason, r.requested_by as "requestedBy", r.requested_at as "requestedAt",
    r.expires_at as "expiresAt"`;
}
