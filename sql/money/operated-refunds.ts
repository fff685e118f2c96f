import type { RefundId, UserId } from "@fairclick/core/ids";
import type { RefundState } from "@fairclick/core/money/refunds";
import type { PageRequest } from "../campaigns/campaigns";
import type { Queryable, Tx } from "../db/client";
import { type Refund, refundColumns } from "./refunds";

export type OperatedRefund = Refund & {
  username: string;
  userSuspendedAt: Date | null;
  userDeletedAt: Date | null;
  holdReason: string | null;
};

/** Lists requested refunds, newest first. `held` are pending refunds that an operator holds. */
export async function listRefunds(
  db: Queryable,
  filter: { userId: UserId | null; state: RefundState | null } & PageRequest<RefundId>,
): Promise<OperatedRefund[]> {
  const { userId, state, limit, cursor } = filter;
  const status = state === "held" ? "pending" : state;
  return db<OperatedRefund[]>`
    /* operating.listRefunds */
    ${selectRefunds(db)}
    where (${userId}::uuid is null or r.user_id = ${userId})
      and (${status}::text is null or r.status = ${status})
      and (not ${state === "held"}::boolean or r.held_at is not null)
      and (${cursor}::uuid is null or (r.requested_at, r.id) <
        (select requested_at, id from refunds where id = ${cursor}))
    order by r.requested_at desc, r.id desc limit ${limit}`;
}

export async function findOperatedRefund(
  db: Queryable,
  id: RefundId,
): Promise<OperatedRefund | null> {
  const [row] = await db<OperatedRefund[]>`
    /* operating.findRefund */
    ${selectRefunds(db)} where r.id = ${id}`;
  return row ?? null;
}

export async function lockOperatedRefund(tx: Tx, id: RefundId): Promise<OperatedRefund | null> {
  const [row] = await tx<OperatedRefund[]>`
    /* operating.lockRefund */
    ${selectRefunds(tx)} where r.id = ${id} for no key update of r`;
  return row ?? null;
}

/** Sets the operator hold, or clears it if `at` and `reason` are null. */
export async function updateRefundHold(
  tx: Tx,
  { id, at, reason }: { id: RefundId; at: Date | null; reason: string | null },
): Promise<void> {
  await tx`
    /* operating.updateRefundHold */
    update refunds set held_at = ${at}, hold_reason = ${reason} where id = ${id}`;
}

export async function clearRefundRetryAt(tx: Tx, id: RefundId): Promise<void> {
  await tx`
    /* operating.clearRefundRetryAt */
    update refunds set retry_at = null where id = ${id}`;
}

function selectRefunds(db: Queryable) {
  return db`
    select ${refundColumns(db)}, r.hold_reason as "holdReason", u.username,
      u.suspended_at as "userSuspendedAt", u.deleted_at as "userDeletedAt"
    from refunds r join deposits d on d.id = r.deposit_id join users u on u.id = r.user_id`;
}
