import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import { type PageRequest, type Queryable, requireRow, type Tx } from "../db/client";
import { type AccountRef, payDebts, postTransaction, type TransactionKind } from "./ledger";

export type Withdrawal = {
  id: WithdrawalId;
  userId: UserId;
  amountMicros: bigint;
  status: "pending" | "completed" | "failed";
  attempt: number;
  stripeAccountId: string;
  /** Currency of the payout account, into which Stripe converts the transfer's dollars. */
  currency: string;
  transferId: string | null;
  payoutId: string | null;
  returnedMicros: bigint;
  failureReason: string | null;
  requestedAt: Date;
  sendingAt: Date | null;
  retryAt: Date | null;
  /** When it began to wait for an operator; null if it does not. */
  heldAt: Date | null;
  /** Why the rules hold it, by kind; null if an operator does or it is not held. */
  holdKinds: string[] | null;
  /** When its hold ends, or by when an operator should decide; null without such a time. */
  holdUntil: Date | null;
};

/** The columns of a `Withdrawal`, of a table with the alias `w`. */
const withdrawalColumns = (db: Queryable) => db`
  w.id, w.user_id, w.amount_micros, w.status, w.attempt,
  w.stripe_account_id, w.currency, w.transfer_id,
  w.payout_id, w.returned_micros,
  w.failure_reason, w.requested_at,
  w.sending_at, w.retry_at, w.held_at,
  w.hold_kinds, w.hold_until`;

type NewWithdrawal = {
  id: WithdrawalId;
  userId: UserId;
  amountMicros: bigint;
  stripeAccountId: string;
  currency: string;
  requestId: string | null;
  at: Date;
  /** Why it waits for an operator; null or missing if it does not. */
  hold?: { reason: string; kinds: readonly string[]; until: Date | null } | null;
  /** It is sent only once the user's address is confirmed. Default: false. */
  needsConfirmedEmail?: boolean;
};

/** Throws `withdrawal_pending` (through `withTx`) if the user has another pending withdrawal. */
export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal): Promise<Withdrawal> {
  const {
    id,
    userId,
    amountMicros,
    stripeAccountId,
    currency,
    requestId,
    at,
    hold = null,
    needsConfirmedEmail = false,
  } = withdrawal;
  const heldAt = hold === null ? null : at;
  const kinds = hold && [...hold.kinds];
  const [row] = await tx<Withdrawal[]>`
    /* withdrawals.insert */
    insert into withdrawals as w (id, user_id, amount_micros, stripe_account_id, currency,
      request_id, requested_at, held_at, hold_reason, hold_kinds, hold_until, needs_confirmed_email)
    values (${id}, ${userId}, ${amountMicros}, ${stripeAccountId}, ${currency}, ${requestId}, ${at},
      ${heldAt}, ${hold?.reason ?? null}, ${kinds}::text[], ${hold?.until ?? null},
      ${needsConfirmedEmail})
    returning ${withdrawalColumns(tx)}`;
  return requireRow(row, "the inserted withdrawal");
}

export async function findWithdrawalByRequest(
  db: Queryable,
  { userId, requestId }: { userId: UserId; requestId: string },
): Promise<Withdrawal | null> {
  const [row] = await db<Withdrawal[]>`
    /* withdrawals.findByRequest */
    select ${withdrawalColumns(db)} from withdrawals w
    where user_id = ${userId} and request_id = ${requestId}`;
  return row ?? null;
}

export type WithdrawalsBefore = {
  /** Amount requested or sent since `since`, without failed and returned withdrawals. */
  recentMicros: bigint;
  /** The largest withdrawal that was sent; 0 if there is none. */
  largestSentMicros: bigint;
  sentBefore: boolean;
  sentElsewhere: boolean;
  credentialsChanged: boolean;
};

/**
 * Returns the facts about a user's earlier withdrawals that decide whether a new one is reviewed.
 */
export async function getWithdrawalsBefore(
  db: Queryable,
  input: { userId: UserId; stripeAccountId: string; since: Date },
): Promise<WithdrawalsBefore> {
  const { userId, stripeAccountId, since } = input;
  const [row] = await db<WithdrawalsBefore[]>`
    /* withdrawals.getBefore */
    select coalesce(sum(w.amount_micros - w.returned_micros)
        filter (where w.status <> 'failed' and coalesce(w.completed_at, w.requested_at) > ${since}),
      0)::bigint as recent_micros,
      coalesce(max(w.amount_micros) filter (where w.status = 'completed'), 0)::bigint
        as largest_sent_micros,
      coalesce(bool_or(w.status = 'completed' and w.stripe_account_id = ${stripeAccountId}), false)
        as sent_before,
      coalesce(bool_or(w.status = 'completed' and w.stripe_account_id <> ${stripeAccountId}), false)
        as sent_elsewhere,
      coalesce(u.credentials_changed_at >= coalesce(u.stripe_account_connected_at, '-infinity'), false)
        and not coalesce(bool_or(w.status = 'completed' and w.stripe_account_id = ${stripeAccountId}
          and w.requested_at > u.credentials_changed_at), false) as credentials_changed
    from users u left join withdrawals w on w.user_id = u.id
    where u.id = ${userId} group by u.id`;
  return requireRow(row, "the user of a withdrawal");
}

export async function findWithdrawal(db: Queryable, id: string): Promise<Withdrawal | null> {
  const [row] = await db<Withdrawal[]>`
    /* withdrawals.find */
    select ${withdrawalColumns(db)} from withdrawals w where id = ${id}`;
  return row ?? null;
}

export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | null> {
  const [row] = await tx<Withdrawal[]>`
    /* withdrawals.lock */
    select ${withdrawalColumns(tx)} from withdrawals w where id = ${id} for no key update`;
  return row ?? null;
}

/**
 * Whether an operator holds the withdrawal, its owner is suspended, or it waits for the owner to
 * confirm the address.
 */
export async function isStopped(tx: Tx, id: WithdrawalId): Promise<boolean> {
  const stopped = await tx`
    /* withdrawals.isStopped */
    select from withdrawals w join users u on u.id = w.user_id
    where w.id = ${id} and (w.held_at is not null or u.suspended_at is not null
      or (w.needs_confirmed_email and u.email_verified_at is null))`;
  return stopped.length > 0;
}

export async function findPendingWithdrawal(
  db: Queryable,
  userId: UserId,
): Promise<WithdrawalId | null> {
  const [row] = await db<{ id: WithdrawalId }[]>`
    /* withdrawals.findPending */
    select id from withdrawals where user_id = ${userId} and status = 'pending'`;
  return row?.id ?? null;
}

/** Leases the withdrawal to this process until `until`, unless `endLease` ends it earlier. */
export async function leaseWithdrawal(
  tx: Tx,
  { id, at, until }: { id: WithdrawalId; at: Date; until: Date },
): Promise<void> {
  await tx`
    /* withdrawals.lease */
    update withdrawals set retry_at = ${until},
      sending_at = case when status = 'pending' then coalesce(sending_at, ${at}) else sending_at end
    where id = ${id}`;
}

export async function endLease(
  db: Queryable,
  { id, until }: { id: WithdrawalId; until: Date },
): Promise<void> {
  await db`
    /* withdrawals.endLease */
    update withdrawals set retry_at = null where id = ${id} and retry_at = ${until}`;
}

/** Returns false if the withdrawal is no longer pending. */
export async function completeWithdrawal(
  tx: Tx,
  { id, transferId, at }: { id: WithdrawalId; transferId: string; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    /* withdrawals.complete */
    update withdrawals set status = 'completed', transfer_id = ${transferId}, completed_at = ${at}
    where id = ${id} and status = 'pending'`;
  return count === 1;
}

/** Returns false if the withdrawal is no longer pending. */
export async function failWithdrawal(
  tx: Tx,
  { id, reason }: { id: WithdrawalId; reason: string },
): Promise<boolean> {
  const { count } = await tx`
    /* withdrawals.fail */
    update withdrawals set status = 'failed', failure_reason = ${reason}
    where id = ${id} and status = 'pending'`;
  return count === 1;
}

/** Schedules a retry at `retryAt` after Stripe refused; the retry uses a new idempotency key. */
export async function postponeWithdrawal(
  db: Queryable,
  { id, attempt, retryAt }: { id: WithdrawalId; attempt: number; retryAt: Date },
): Promise<void> {
  await db`
    /* withdrawals.postpone */
    update withdrawals set attempt = attempt + 1, sending_at = null, retry_at = ${retryAt}
    where id = ${id} and attempt = ${attempt}`;
}

export async function setReturned(
  tx: Tx,
  { id, returnedMicros, reason }: { id: WithdrawalId; returnedMicros: bigint; reason: string },
): Promise<void> {
  await tx`
    /* withdrawals.setReturned */
    update withdrawals
    set returned_micros = ${returnedMicros}, failure_reason = ${reason},
      status = case when amount_micros = ${returnedMicros} then 'failed' else status end
    where id = ${id}`;
}

export async function setPayout(
  db: Queryable,
  { id, payoutId }: { id: WithdrawalId; payoutId: string },
): Promise<void> {
  await db`
    /* withdrawals.setPayout */
    update withdrawals set payout_id = ${payoutId}
    where id = ${id} and payout_id is null`;
}

/**
 * Lists withdrawals that were left behind: not sent, sent with unknown outcome, or without a
 * payout. Leaves out held ones, and those of suspended users and unconfirmed
 * addresses, unless they may have been sent.
 */
export async function listStalledWithdrawals(
  db: Queryable,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<{ id: WithdrawalId }[]> {
  return db<{ id: WithdrawalId }[]>`
    /* withdrawals.listLeftBehind */
    (select w.id from withdrawals w join users u on u.id = w.user_id
     where w.status = 'pending' and coalesce(w.sending_at, w.requested_at) < ${before}
       and coalesce(w.retry_at, '-infinity') <= ${at}
       and (w.sending_at is not null or (w.held_at is null and u.suspended_at is null
         and (not w.needs_confirmed_email or u.email_verified_at is not null)))
     order by w.requested_at limit ${limit})
    union all
    (select w.id from withdrawals w join users u on u.id = w.user_id
     where w.status = 'completed' and w.payout_id is null and w.completed_at < ${before}
       and coalesce(w.retry_at, '-infinity') <= ${at}
       and w.held_at is null and u.suspended_at is null
     order by w.completed_at limit ${limit})`;
}

export type OpenPayout = { id: WithdrawalId; payoutId: string; stripeAccountId: string };

/**
 * Returns up to `limit` payouts of the last two weeks that were not checked for a day, and marks
 * them checked.
 */
export async function takeUncheckedPayouts(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<OpenPayout[]> {
  return db<OpenPayout[]>`
    /* withdrawals.takeUncheckedPayouts */
    update withdrawals set payout_checked_at = ${at}
    where id in (
      select id from withdrawals
      where status = 'completed' and payout_id is not null
        and completed_at > ${at}::timestamptz - interval '14 days'
        and coalesce(payout_checked_at, completed_at) < ${at}::timestamptz - interval '1 day'
      order by completed_at limit ${limit}
      for update skip locked
    )
    returning id, payout_id, stripe_account_id`;
}

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
    select ${withdrawalColumns(db)}, w.completed_at, w.hold_reason,
      u.username, u.suspended_at as user_suspended_at
    from withdrawals w join users u on u.id = w.user_id`;
}

type Moved = Pick<Withdrawal, "id" | "userId" | "amountMicros">;

/**
 * Moves the amount from earnings to in transit, before Stripe is called, so that it cannot be
 * withdrawn or lost twice.
 */
export async function postRequested(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal", `withdrawal:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "earnings", ownerId: userId },
    to: { kind: "in_transit", ownerId: userId },
  });
}

/** Moves the amount from in transit to Stripe clearing. */
export async function postPaid(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal_paid", `withdrawal_paid:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "in_transit", ownerId: userId },
    to: { kind: "stripe_clearing" },
  });
}

/** Moves the amount from in transit back to earnings. Only for withdrawals that were certainly not sent. */
export async function postFailed(tx: Tx, { id, userId, amountMicros }: Moved): Promise<void> {
  await move(tx, "withdrawal_failed", `withdrawal_failed:${id}`, {
    id,
    micros: amountMicros,
    from: { kind: "in_transit", ownerId: userId },
    to: { kind: "earnings", ownerId: userId },
  });
  await payDebts(tx, [userId]);
}

/**
 * Moves `micros` from clearing back to earnings after Stripe reversed the transfer. `soFarMicros`
 * is the total reversed so far.
 */
export async function postReturned(
  tx: Tx,
  { id, userId }: Moved,
  { micros, soFarMicros }: { micros: bigint; soFarMicros: bigint },
): Promise<void> {
  await move(tx, "withdrawal_failed", `withdrawal_returned:${id}:${soFarMicros}`, {
    id,
    micros,
    from: { kind: "stripe_clearing" },
    to: { kind: "earnings", ownerId: userId },
  });
  await payDebts(tx, [userId]);
}

type Movement = { id: string; micros: bigint; from: AccountRef; to: AccountRef };

async function move(
  tx: Tx,
  kind: TransactionKind,
  idempotencyKey: string,
  { id, micros, from, to }: Movement,
): Promise<void> {
  await postTransaction(tx, {
    kind,
    idempotencyKey,
    reference: `withdrawal:${id}`,
    entries: [
      { account: from, micros: -micros },
      { account: to, micros },
    ],
  });
}
