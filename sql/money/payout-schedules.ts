import type { UserId } from "@fairclick/core/ids";
import type { PayoutInterval } from "@fairclick/core/money/withdrawals/payout-schedule";
import type { Queryable, Tx } from "../db/client";

export type PayoutSchedule = { every: PayoutInterval; minimumMicros: bigint; nextAt: Date };

export async function findPayoutSchedule(
  db: Queryable,
  userId: UserId,
): Promise<PayoutSchedule | null> {
  const [row] = await db<PayoutSchedule[]>`
    /* payoutSchedules.find */
    select every, minimum_micros as "minimumMicros", next_at as "nextAt"
    from payout_schedules where user_id = ${userId}`;
  return row ?? null;
}

export async function putPayoutSchedule(
  tx: Tx,
  { userId, every, minimumMicros, nextAt }: PayoutSchedule & { userId: UserId },
): Promise<void> {
  await tx`
    /* payoutSchedules.put */
    insert into payout_schedules (user_id, every, minimum_micros, next_at)
    values (${userId}, ${every}, ${minimumMicros}, ${nextAt})
    on conflict (user_id) do update
    set every = excluded.every, minimum_micros = excluded.minimum_micros, next_at = excluded.next_at`;
}

export async function deletePayoutSchedule(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* payoutSchedules.delete */ delete from payout_schedules where user_id = ${userId}`;
}

/** Lists users whose schedule is due, longest first, without suspended ones. */
export async function listDuePayouts(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<{ userId: UserId }[]> {
  return db<{ userId: UserId }[]>`
    /* payoutSchedules.listDue */
    select s.user_id as "userId" from payout_schedules s join users u on u.id = s.user_id
    where s.next_at <= ${at} and u.suspended_at is null
    order by s.next_at, s.user_id limit ${limit}`;
}

/** Locks a due schedule until the transaction ends. Null if it is not due any more. */
export async function lockDueSchedule(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<PayoutSchedule | null> {
  const [row] = await tx<PayoutSchedule[]>`
    /* payoutSchedules.lockDue */
    select every, minimum_micros as "minimumMicros", next_at as "nextAt"
    from payout_schedules where user_id = ${userId} and next_at <= ${at} for update`;
  return row ?? null;
}

export async function setNextPayout(
  db: Queryable,
  { userId, nextAt }: { userId: UserId; nextAt: Date },
): Promise<void> {
  await db`
    /* payoutSchedules.setNext */
    update payout_schedules set next_at = ${nextAt} where user_id = ${userId}`;
}
