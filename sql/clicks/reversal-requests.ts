import type { ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { ReversalCategory } from "@fairclick/core/clicks/decisions";
import type { OperatorId } from "@fairclick/core/ids";
import type { PageRequest } from "../campaigns/campaigns";
import type { Fragment, Queryable, Tx } from "../db/client";
import { isValidToken } from "../operations/operators";

const SCOPE = "clicks:decide";

/** Returns what the operator took back since a time. Waits for concurrent reversals of the same operator. */
export async function lockReversedSince(
  tx: Tx,
  { operatorId, since }: { operatorId: OperatorId; since: Date },
): Promise<bigint> {
  await tx`
    /* reversalRequests.lockOperator */
    select pg_advisory_xact_lock(hashtextextended(${`reversals:${operatorId}`}, 0))`;
  const [row] = await tx<{ micros: bigint }[]>`
    /* reversalRequests.sumReversed */
    select coalesce(sum(micros), 0)::bigint as micros from reversal_sums
    where operator_id = ${operatorId} and at > ${since}`;
  return row?.micros ?? 0n;
}

export async function insertReversalSum(
  tx: Tx,
  { id, operatorId, at, micros }: { id: string; operatorId: OperatorId; at: Date; micros: bigint },
): Promise<void> {
  await tx`
    /* reversalRequests.insertSum */
    insert into reversal_sums (id, operator_id, at, micros)
    values (${id}, ${operatorId}, ${at}, ${micros})`;
}

type Requested = {
  id: string;
  selection: ClickSelection;
  category: ReversalCategory;
  reason: string;
  clicks: number;
  micros: bigint;
  requestedBy: OperatorId;
  requestedAt: Date;
  expiresAt: Date;
};

export async function insertReversalRequest(tx: Tx, row: Requested): Promise<void> {
  await tx`
    /* reversalRequests.insert */
    insert into reversal_requests (
      id, selection, category, reason, clicks, micros, requested_by, requested_at, expires_at
    )
    values (${row.id}, ${tx.json(row.selection)}, ${row.category}, ${row.reason}, ${row.clicks},
      ${row.micros}, ${row.requestedBy}, ${row.requestedAt}, ${row.expiresAt})`;
}

export type OpenReversalRequest = Requested & {
  approvedBy: OperatorId | null;
  /** Whether the operator who requested it still has a valid token that decides clicks. */
  isRequesterTrusted: boolean;
};

/** Locks a request that is neither finished nor declined. Returns null if there is none with this id. */
export async function lockReversalRequest(tx: Tx, id: string): Promise<OpenReversalRequest | null> {
  const [row] = await tx<OpenReversalRequest[]>`
    /* reversalRequests.lock */
    select id, selection, category, reason, clicks, micros, requested_by as "requestedBy",
      requested_at as "requestedAt", expires_at as "expiresAt", approved_by as "approvedBy",
      ${hasToken(tx, tx`requested_by`)} as "isRequesterTrusted"
    from reversal_requests where id = ${id} and ${isOpen(tx)} for update`;
  return row ?? null;
}

/** Returns false if the request is approved or closed. */
export async function approveReversalRequest(
  tx: Tx,
  { id, by, at }: { id: string; by: OperatorId; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* reversalRequests.approve */
    update reversal_requests set approved_by = ${by}, approved_at = ${at}
    where id = ${id} and approved_by is null and ${isOpen(tx)}`;
  return updated.count === 1;
}

export async function finishReversalRequest(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`
    /* reversalRequests.finish */
    update reversal_requests set finished_at = ${at}
    where id = ${id} and approved_by is not null and finished_at is null`;
}

/** Returns false if the request is approved or closed. */
export async function declineReversalRequest(
  tx: Tx,
  { id, by, at }: { id: string; by: OperatorId; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* reversalRequests.decline */
    update reversal_requests set declined_by = ${by}, declined_at = ${at}
    where id = ${id} and approved_by is null and ${isOpen(tx)}`;
  return updated.count === 1;
}

export type ListedReversalRequest = {
  id: string;
  category: ReversalCategory;
  reason: string;
  clicks: number;
  micros: bigint;
  requestedBy: string;
  requestedAt: Date;
  expiresAt: Date;
  approvedBy: string | null;
};

/** Lists open requests that have not expired, newest first. */
export function listReversalRequests(
  db: Queryable,
  { limit, cursor, at }: PageRequest<string> & { at: Date },
): Promise<ListedReversalRequest[]> {
  return db<ListedReversalRequest[]>`
    /* reversalRequests.list */
    select r.id, r.category, r.reason, r.clicks, r.micros, requester.name as "requestedBy",
      r.requested_at as "requestedAt", r.expires_at as "expiresAt", approver.name as "approvedBy"
    from reversal_requests r
    join operators requester on requester.id = r.requested_by
    left join operators approver on approver.id = r.approved_by
    where ${isOpen(db)} and r.expires_at > ${at} and (${cursor}::uuid is null or r.id < ${cursor})
    order by r.id desc limit ${limit}`;
}

function isOpen(db: Queryable): Fragment {
  return db`finished_at is null and declined_at is null`;
}

function hasToken(db: Queryable, operatorId: Fragment): Fragment {
  return db`exists (select from operator_tokens t
    where t.operator_id = ${operatorId} and ${isValidToken(db)} and ${SCOPE} = any (t.scopes))`;
}
