import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import type { PageRequest } from "../campaigns/campaigns";
import type { Queryable, Tx } from "../db/client";
import { type Withdrawal, withdrawalColumns } from "./withdrawals";

export type OperatedWithdrawal = Withdrawal & {
  username: string;
  userSuspendedAt: Date | null;
  holdReason: string | null;
  completedAt: Date | null;
};

export type WithdrawalState = "pending" | "held" | "completed" | "failed";

/** Lists withdrawals, newest first. `pending` includes the `held` ones, which an operator holds. */
export async function listWithdrawals(
  db: Queryable,
  filter: { userId: UserId | null; state: WithdrawalState | null } & PageRequest<WithdrawalId>,
): Promise<OperatedWithdrawal[]> {
  const { userId, state, limit, cursor } = filter;
  const status = state === "held" ? "pending" : state;
  return db<OperatedWithdrawal[]>`
    /* operating.listWithdrawals */
    ${selectWithdrawals(db)}
    where (${userId}::uuid is null or w.user_id = ${userId})
      and (${status}::text is null or w.status = ${status})
      and (not ${state === "held"}::boolean or w.held_at is not null)
      and (${cursor}::uuid is null or (w.requested_at, w.id) <
        (select requested_at, id from withdrawals where id = ${cursor}))
    order by w.requested_at desc, w.id desc limit ${limit}`;
}

export async function findOperatedWithdrawal(
  db: Queryable,
  id: WithdrawalId,
): Promise<OperatedWithdrawal | null> {
  const [row] = await db<OperatedWithdrawal[]>`
    /* operating.findWithdrawal */
    ${selectWithdrawals(db)} where w.id = ${id}`;
  return row ?? null;
}

export async function lockOperatedWithdrawal(
  tx: Tx,
  id: WithdrawalId,
): Promise<OperatedWithdrawal | null> {
  const [row] = await tx<OperatedWithdrawal[]>`
    /* operating.lockWithdrawal */
    ${selectWithdrawals(tx)} where w.id = ${id} for no key update of w`;
  return row ?? null;
}

/** Sets the operator hold, or clears it if `at` and `reason` are null. */
export async function updateHold(
  tx: Tx,
  { id, at, reason }: { id: WithdrawalId; at: Date | null; reason: string | null },
): Promise<void> {
  await tx`
    /* operating.updateHold */
    update withdrawals
    set held_at = ${at}, hold_reason = ${reason}, hold_kinds = null, hold_until = null
    where id = ${id}`;
}

/** Lets the next run of the worker retry the withdrawal at once. */
export async function clearRetryAt(tx: Tx, id: WithdrawalId): Promise<void> {
  await tx`
    /* operating.clearRetryAt */
    update withdrawals set retry_at = null where id = ${id}`;
}

function selectWithdrawals(db: Queryable) {
  return db`
    select ${withdrawalColumns(db)}, w.completed_at as "completedAt", w.hold_reason as "holdReason",
      u.username, u.suspended_at as "userSuspendedAt"
    from withdrawals w join users u on u.id = w.user_id`;
}
