import type { OperatorId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import type { Withdrawal } from "../money/withdrawals";

export type UserWatch = {
  reason: string;
  startedBy: OperatorId;
  startedAt: Date;
  /** When it ends, or ended. */
  until: Date;
  /** The last operator other than `startedBy` who renewed it; null if there is none. */
  renewedBy: OperatorId | null;
  renewedAt: Date | null;
};

/** Returns the user's last watch, ended or not; null if there was none. */
export async function findLastWatch(db: Queryable, userId: UserId): Promise<UserWatch | null> {
  const [row] = await db<UserWatch[]>`
    /* userWatches.findLast */
    select reason, started_by as "startedBy", started_at as "startedAt", until,
      renewed_by as "renewedBy", renewed_at as "renewedAt"
    from user_watches where user_id = ${userId}`;
  return row ?? null;
}

export type NamedWatch = UserWatch & { starter: string; renewer: string | null };

/** Returns the watch of the user that has not ended at `at`, with the names of its operators. */
export async function findWatch(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<NamedWatch | null> {
  const [row] = await db<NamedWatch[]>`
    /* userWatches.find */
    select w.reason, w.started_by as "startedBy", w.started_at as "startedAt", w.until,
      w.renewed_by as "renewedBy", w.renewed_at as "renewedAt", s.name as starter, r.name as renewer
    from user_watches w join operators s on s.id = w.started_by
    left join operators r on r.id = w.renewed_by
    where w.user_id = ${userId} and w.until > ${at}`;
  return row ?? null;
}

/** Stores a watch in place of the user's earlier one. */
export async function putWatch(tx: Tx, userId: UserId, watch: UserWatch): Promise<void> {
  const { reason, startedBy, startedAt, until, renewedBy, renewedAt } = watch;
  await tx`
    /* userWatches.put */
    insert into user_watches (user_id, reason, started_by, started_at, until, renewed_by, renewed_at)
    values (${userId}, ${reason}, ${startedBy}, ${startedAt}, ${until}, ${renewedBy}, ${renewedAt})
    on conflict (user_id) do update set reason = excluded.reason, started_by = excluded.started_by,
      started_at = excluded.started_at, until = excluded.until, renewed_by = excluded.renewed_by,
      renewed_at = excluded.renewed_at`;
}

export async function deleteUserWatch(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* userWatches.delete */ delete from user_watches where user_id = ${userId}`;
}

/** Deletes up to `limit` watches that ended before `at`, and returns how many. */
export async function deleteWatchesBefore(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* userWatches.deleteBefore */
    delete from user_watches where user_id in (
      select user_id from user_watches where until < ${at} limit ${limit}
    )`;
  return deleted.count;
}

type Kept = { userId: UserId; at: Date; until: Date; reason: string };

/**
 * Holds the user's pending withdrawal, or adds the watch to what the rules hold it for. Leaves a
 * withdrawal that is being sent or that an operator holds. Returns what it began to hold; null if
 * nothing. The caller holds the lock on the user's earnings.
 */
export async function holdPending(
  tx: Tx,
  { userId, at, until, reason }: Kept,
): Promise<Pick<Withdrawal, "id" | "amountMicros"> | null> {
  const [row] = await tx<{ id: Withdrawal["id"]; amountMicros: bigint; isNew: boolean }[]>`
    /* userWatches.holdPending */
    update withdrawals w set held_at = coalesce(w.held_at, ${at}),
      hold_reason = concat_ws(' ', w.hold_reason, ${reason}::text),
      hold_kinds = coalesce(w.hold_kinds, '{}') || '{watched}'::text[],
      hold_until = greatest(w.hold_until, ${until}::timestamptz)
    from (select id, held_at from withdrawals
      where user_id = ${userId} and status = 'pending' for no key update) before
    where w.id = before.id and w.sending_at is null
      and (w.held_at is null or (w.hold_kinds is not null and not w.hold_kinds @> '{watched}'))
    returning w.id, w.amount_micros as "amountMicros", before.held_at is null as "isNew"`;
  return row?.isNew ? { id: row.id, amountMicros: row.amountMicros } : null;
}

/** Returns the amount of the user's withdrawal that can still be held; null if there is none. */
export async function findUnsent(db: Queryable, userId: UserId): Promise<bigint | null> {
  const [row] = await db<{ micros: bigint }[]>`
    /* userWatches.findUnsent */
    select amount_micros as micros from withdrawals
    where user_id = ${userId} and status = 'pending' and sending_at is null`;
  return row?.micros ?? null;
}
