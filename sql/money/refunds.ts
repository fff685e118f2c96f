import type { DepositId, RefundId, UserId } from "@fairclick/core/ids";
import type { RefundState, RefundStatus } from "@fairclick/core/money/refunds";
import type { PageRequest, Queryable, Tx } from "../db/client";

export type Refund = {
  id: RefundId;
  userId: UserId;
  depositId: DepositId;
  amountMicros: bigint;
  status: RefundStatus;
  attempt: number;
  /** The posting that took the money from the wallet. */
  transactionId: string;
  paymentIntentId: string;
  cardBrand: string | null;
  cardLast4: string | null;
  stripeRefundId: string | null;
  failureReason: string | null;
  requestedAt: Date;
  sendingAt: Date | null;
  retryAt: Date | null;
  heldAt: Date | null;
};

/** The columns of a `Refund`, of `refunds r` and its `deposits d`. */
const refundColumns = (db: Queryable) => db`
  r.id, r.user_id, r.deposit_id, r.amount_micros,
  r.status, r.attempt, r.transaction_id,
  d.payment_intent_id, d.card_brand,
  d.card_last4, r.stripe_refund_id,
  r.failure_reason, r.requested_at,
  r.sending_at, r.retry_at, r.held_at`;

type NewRefund = Pick<Refund, "id" | "userId" | "depositId" | "amountMicros" | "transactionId"> & {
  requestId: string;
  at: Date;
  /** Why it waits for an operator; null if it does not. */
  holdReason: string | null;
};

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  const { id, userId, depositId, amountMicros, transactionId, requestId, at, holdReason } = refund;
  await tx`
    /* refunds.insert */
    insert into refunds (id, user_id, deposit_id, amount_micros, transaction_id, request_id,
      requested_at, held_at, hold_reason)
    values (${id}, ${userId}, ${depositId}, ${amountMicros}, ${transactionId}, ${requestId}, ${at},
      ${holdReason === null ? null : at}, ${holdReason})`;
}

export async function listRefundsOfRequest(
  db: Queryable,
  { userId, requestId }: { userId: UserId; requestId: string },
): Promise<Refund[]> {
  return db<Refund[]>`
    /* refunds.listOfRequest */
    select ${refundColumns(db)} from refunds r join deposits d on d.id = r.deposit_id
    where r.user_id = ${userId} and r.request_id = ${requestId} order by r.id`;
}

export async function countRequestsSince(
  db: Queryable,
  { userId, since }: { userId: UserId; since: Date },
): Promise<number> {
  const [row] = await db<{ requests: number }[]>`
    /* refunds.countRequestsSince */
    select count(distinct request_id)::int as requests from refunds
    where user_id = ${userId} and requested_at > ${since}`;
  return row?.requests ?? 0;
}

export async function lockRefund(tx: Tx, id: string): Promise<Refund | null> {
  const [row] = await tx<Refund[]>`
    /* refunds.lock */
    select ${refundColumns(tx)} from refunds r join deposits d on d.id = r.deposit_id
    where r.id = ${id} for no key update of r`;
  return row ?? null;
}

/**
 * Whether an operator holds the refund, or its owner is suspended. A deleted account does not stop
 * it, unless it was suspended before.
 */
export async function isRefundStopped(tx: Tx, id: RefundId): Promise<boolean> {
  const stopped = await tx`
    /* refunds.isStopped */
    select from refunds r join users u on u.id = r.user_id
    where r.id = ${id} and (r.held_at is not null or ${ownerSuspended(tx)})`;
  return stopped.length > 0;
}

const ownerSuspended = (db: Queryable) =>
  db`(u.suspended_at is not null and u.suspended_at is distinct from u.deleted_at)`;

/** Leases the refund to this process until `until`, unless `endRefundLease` ends it earlier. */
export async function leaseRefund(
  tx: Tx,
  { id, at, until }: { id: RefundId; at: Date; until: Date },
): Promise<void> {
  await tx`
    /* refunds.lease */
    update refunds set retry_at = ${until}, sending_at = coalesce(sending_at, ${at}) where id = ${id}`;
}

export async function endRefundLease(
  db: Queryable,
  { id, until }: { id: RefundId; until: Date },
): Promise<void> {
  await db`
    /* refunds.endLease */
    update refunds set retry_at = null where id = ${id} and retry_at = ${until}`;
}

/** Moves a refund forward. Returns false if it has this status already, or has failed. */
export async function advanceRefund(
  tx: Tx,
  update: { id: RefundId; status: "sent" | "succeeded"; stripeRefundId: string },
): Promise<boolean> {
  const { id, status, stripeRefundId } = update;
  const { count } = await tx`
    /* refunds.advance */
    update refunds set status = ${status}, stripe_refund_id = ${stripeRefundId}
    where id = ${id} and status <> 'failed' and status <> ${status}
      and not (status = 'succeeded' and ${status} = 'sent')`;
  return count === 1;
}

/** Returns false if the refund has failed already. */
export async function failRefund(
  tx: Tx,
  { id, reason, stripeRefundId }: { id: RefundId; reason: string; stripeRefundId: string | null },
): Promise<boolean> {
  const { count } = await tx`
    /* refunds.fail */
    update refunds set status = 'failed', failure_reason = ${reason},
      stripe_refund_id = coalesce(stripe_refund_id, ${stripeRefundId})
    where id = ${id} and status <> 'failed'`;
  return count === 1;
}

/** Schedules a retry at `retryAt` after Stripe refused; the retry uses a new idempotency key. */
export async function postponeRefund(
  db: Queryable,
  { id, attempt, retryAt }: { id: RefundId; attempt: number; retryAt: Date },
): Promise<void> {
  await db`
    /* refunds.postpone */
    update refunds set attempt = attempt + 1, sending_at = null, retry_at = ${retryAt}
    where id = ${id} and attempt = ${attempt} and status = 'pending'`;
}

/**
 * Lists pending refunds that were left behind: not sent, or sent with unknown outcome. Leaves out
 * held ones and those of suspended users, unless they may have been sent.
 */
export async function listStalledRefunds(
  db: Queryable,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<{ id: RefundId }[]> {
  return db<{ id: RefundId }[]>`
    /* refunds.listStalled */
    select r.id from refunds r join users u on u.id = r.user_id
    where r.status = 'pending' and coalesce(r.sending_at, r.requested_at) < ${before}
      and coalesce(r.retry_at, '-infinity') <= ${at}
      and (r.sending_at is not null or (r.held_at is null and not ${ownerSuspended(db)}))
    order by r.requested_at limit ${limit}`;
}

/**
 * Returns up to `limit` Stripe refunds of the last 30 days that were not checked for a day, and
 * marks them checked.
 */
export async function takeUncheckedRefunds(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<{ id: RefundId; stripeRefundId: string }[]> {
  return db<{ id: RefundId; stripeRefundId: string }[]>`
    /* refunds.takeUnchecked */
    update refunds set checked_at = ${at}
    where id in (
      select id from refunds
      where status in ('sent', 'succeeded') and requested_at > ${at}::timestamptz - interval '30 days'
        and coalesce(checked_at, requested_at) < ${at}::timestamptz - interval '1 day'
      order by requested_at limit ${limit}
      for update skip locked
    )
    returning id, stripe_refund_id`;
}

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
    select ${refundColumns(db)}, r.hold_reason, u.username,
      u.suspended_at as user_suspended_at, u.deleted_at as user_deleted_at
    from refunds r join deposits d on d.id = r.deposit_id join users u on u.id = r.user_id`;
}
