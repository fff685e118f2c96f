import type { DepositId, RefundId, UserId, WithdrawalId } from "@fairclick/core/ids";
import type { RefundStatus } from "@fairclick/core/money/refunds";
import { type PageRequest, type Queryable, requireRow, type Tx } from "../db/client";

/** Money that leaves: what withdrawals to a bank and refunds to a card have in common. */
type Outflow = {
  userId: UserId;
  username: string;
  userSuspendedAt: Date | null;
  /** A deleted account is suspended from the same moment on. */
  userDeletedAt: Date | null;
  amountMicros: bigint;
  /** Incremented only after a definite rejection by Stripe: part of the idempotency keys. */
  attempt: number;
  failureReason: string | null;
  requestedAt: Date;
  sendingAt: Date | null;
  retryAt: Date | null;
  /** When it began to wait; null if it does not. */
  heldAt: Date | null;
  /** Why it is held, for operators. */
  holdReason: string | null;
  /** The names of its holds; null if an operator holds it or it is not held. */
  holdKinds: string[] | null;
  /** When its hold ends, or by when an operator should decide; null without such a time. */
  holdUntil: Date | null;
};

export type Withdrawal = Outflow & {
  id: WithdrawalId;
  status: "pending" | "completed" | "failed";
  stripeAccountId: string;
  /** Currency of the payout account, into which Stripe converts the transfer's dollars. */
  currency: string;
  transferId: string | null;
  payoutId: string | null;
  returnedMicros: bigint;
  completedAt: Date | null;
};

export type Refund = Outflow & {
  id: RefundId;
  status: RefundStatus;
  depositId: DepositId;
  /** The part of the amount that Stripe keeps: it does not go to the card. */
  stripeFeeMicros: bigint;
  /** The posting that took the money from the wallet. */
  transactionId: string;
  paymentIntentId: string;
  cardBrand: string | null;
  cardLast4: string | null;
  stripeRefundId: string | null;
};

export type Outflows = { withdrawal: Withdrawal; refund: Refund };
export type OutflowKind = keyof Outflows;

const table = (db: Queryable, kind: OutflowKind) =>
  kind === "withdrawal" ? db`withdrawals` : db`refunds`;

/** Selects from the money `m` and its owner `u`. */
export function selectOutflow(db: Queryable, kind: OutflowKind) {
  const own =
    kind === "withdrawal"
      ? db`m.stripe_account_id, m.currency, m.transfer_id, m.payout_id, m.returned_micros, m.completed_at`
      : db`m.deposit_id, m.stripe_fee_micros, m.transaction_id, m.stripe_refund_id, d.payment_intent_id, d.card_brand, d.card_last4`;
  return db`
    select m.id, m.user_id, u.username, u.suspended_at as user_suspended_at,
      u.deleted_at as user_deleted_at, m.amount_micros, m.status, m.attempt, m.failure_reason,
      m.requested_at, m.sending_at, m.retry_at, m.held_at, m.hold_reason, m.hold_kinds, m.hold_until,
      ${own}
    from ${table(db, kind)} m join users u on u.id = m.user_id
      ${kind === "refund" ? db`join deposits d on d.id = m.deposit_id` : db``}`;
}

export async function findOutflow<Kind extends OutflowKind>(
  db: Queryable,
  kind: Kind,
  id: string,
): Promise<Outflows[Kind] | null> {
  const [row] = await db<Outflows[Kind][]>`
    /* outflows.find */
    ${selectOutflow(db, kind)} where m.id = ${id}`;
  return row ?? null;
}

export async function lockOutflow<Kind extends OutflowKind>(
  tx: Tx,
  kind: Kind,
  id: string,
): Promise<Outflows[Kind] | null> {
  const [row] = await tx<Outflows[Kind][]>`
    /* outflows.lock */
    ${selectOutflow(tx, kind)} where m.id = ${id} for no key update of m`;
  return row ?? null;
}

export type OutflowFilter = { userId: UserId | null; state: string | null };

/** Lists withdrawals or refunds, newest first. `pending` includes the `held` ones. */
export async function listOutflows<Kind extends OutflowKind>(
  db: Queryable,
  kind: Kind,
  { userId, state, limit, cursor }: OutflowFilter & PageRequest<string>,
): Promise<Outflows[Kind][]> {
  const status = state === "held" ? "pending" : state;
  return db<Outflows[Kind][]>`
    /* outflows.list */
    ${selectOutflow(db, kind)}
    where (${userId}::uuid is null or m.user_id = ${userId})
      and (${status}::text is null or m.status = ${status})
      and (not ${state === "held"}::boolean or m.held_at is not null)
      and (${cursor}::uuid is null or (m.requested_at, m.id) <
        (select requested_at, id from ${table(db, kind)} where id = ${cursor}))
    order by m.requested_at desc, m.id desc limit ${limit}`;
}

/**
 * What keeps money from being sent: a hold, a suspended owner, and for a withdrawal an address that
 * the owner has not confirmed, or a debt. A deleted account stops nothing, unless it was suspended before.
 */
const stopped = (db: Queryable, kind: OutflowKind) => db`
  (m.held_at is not null
    or (u.suspended_at is not null and u.suspended_at is distinct from u.deleted_at)
    ${
      kind === "withdrawal"
        ? db`or (m.needs_confirmed_email and u.email_verified_at is null)
      or ${owes(db)}`
        : db``
    })`;

const owes = (db: Queryable) => db`
  exists (select from ledger_accounts d
    where d.kind = 'debt' and d.owner_id = m.user_id and d.balance_micros < 0)`;

export async function isStopped(tx: Tx, kind: OutflowKind, id: string): Promise<boolean> {
  const rows = await tx`
    /* outflows.isStopped */
    select from ${table(tx, kind)} m join users u on u.id = m.user_id
    where m.id = ${id} and ${stopped(tx, kind)}`;
  return rows.length > 0;
}

/** Leases the money to this process until `until`, unless `endLease` ends it earlier. */
export async function leaseOutflow(
  tx: Tx,
  kind: OutflowKind,
  { id, at, until }: { id: string; at: Date; until: Date },
): Promise<void> {
  await tx`
    /* outflows.lease */
    update ${table(tx, kind)} set retry_at = ${until},
      sending_at = case when status = 'pending' then coalesce(sending_at, ${at}) else sending_at end
    where id = ${id}`;
}

export async function endLease(
  db: Queryable,
  kind: OutflowKind,
  { id, until }: { id: string; until: Date },
): Promise<void> {
  await db`
    /* outflows.endLease */
    update ${table(db, kind)} set retry_at = null where id = ${id} and retry_at = ${until}`;
}

/** Schedules a retry at `retryAt` after Stripe refused; the retry uses a new idempotency key. */
export async function postpone(
  db: Queryable,
  kind: OutflowKind,
  { id, attempt, retryAt }: { id: string; attempt: number; retryAt: Date },
): Promise<void> {
  await db`
    /* outflows.postpone */
    update ${table(db, kind)} set attempt = attempt + 1, sending_at = null, retry_at = ${retryAt}
    where id = ${id} and attempt = ${attempt}`;
}

/** Lets the next run of the worker retry at once. */
export async function clearRetryAt(tx: Tx, kind: OutflowKind, id: string): Promise<void> {
  await tx`
    /* outflows.clearRetryAt */
    update ${table(tx, kind)} set retry_at = null where id = ${id}`;
}

export type NewHold = {
  at: Date;
  reason: string;
  /** Null if an operator holds it. */
  kinds: readonly string[] | null;
  until: Date | null;
};

/** Sets the hold, or clears it if it is null. */
export async function updateHold(
  tx: Tx,
  kind: OutflowKind,
  { id, hold }: { id: string; hold: NewHold | null },
): Promise<void> {
  const kinds = hold?.kinds ? [...hold.kinds] : null;
  await tx`
    /* outflows.updateHold */
    update ${table(tx, kind)}
    set held_at = ${hold?.at ?? null}, hold_reason = ${hold?.reason ?? null},
      hold_kinds = ${kinds}::text[], hold_until = ${hold?.until ?? null}
    where id = ${id}`;
}

type Stalled = { before: Date; at: Date; limit: number };

/**
 * Lists pending money that was left behind: not sent, or sent with unknown outcome. Leaves out what
 * is stopped, unless it may have been sent.
 */
export async function listStalledOutflows(
  db: Queryable,
  kind: OutflowKind,
  { before, at, limit }: Stalled,
): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    /* outflows.listStalled */
    select m.id from ${table(db, kind)} m join users u on u.id = m.user_id
    where m.status = 'pending' and coalesce(m.sending_at, m.requested_at) < ${before}
      and coalesce(m.retry_at, '-infinity') <= ${at}
      and (m.sending_at is not null or not ${stopped(db, kind)})
    order by m.requested_at limit ${limit}`;
}

/** Lists withdrawals that were transferred and are to be paid out to the bank, or taken back for a debt. */
export async function listWithoutPayout(
  db: Queryable,
  { before, at, limit }: Stalled,
): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    /* outflows.listWithoutPayout */
    select m.id from withdrawals m join users u on u.id = m.user_id
    where m.status = 'completed' and m.payout_id is null and m.completed_at < ${before}
      and coalesce(m.retry_at, '-infinity') <= ${at}
      and (${owes(db)} or not ${stopped(db, "withdrawal")})
    order by m.completed_at limit ${limit}`;
}

type NewRefund = Pick<
  Refund,
  "id" | "userId" | "depositId" | "amountMicros" | "stripeFeeMicros" | "transactionId"
> & {
  requestId: string;
  at: Date;
  /** Why it waits; null if it does not. */
  hold: NewHold | null;
};

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  const { id, userId, depositId, amountMicros, stripeFeeMicros, transactionId, ...rest } = refund;
  const { requestId, at, hold } = rest;
  await tx`
    /* refunds.insert */
    insert into refunds (id, user_id, deposit_id, amount_micros, stripe_fee_micros, transaction_id, request_id,
      requested_at, held_at, hold_reason, hold_kinds, hold_until)
    values (${id}, ${userId}, ${depositId}, ${amountMicros}, ${stripeFeeMicros}, ${transactionId},
      ${requestId}, ${at},
      ${hold?.at ?? null}, ${hold?.reason ?? null}, ${hold?.kinds ?? null}::text[],
      ${hold?.until ?? null})`;
}

export async function listRefundsOfRequest(
  db: Queryable,
  { userId, requestId }: { userId: UserId; requestId: string },
): Promise<Refund[]> {
  return db<Refund[]>`
    /* refunds.listOfRequest */
    ${selectOutflow(db, "refund")}
    where m.user_id = ${userId} and m.request_id = ${requestId} order by m.id`;
}

/** Counts a user's requests since a time, and sums what went back or is on its way. */
export async function sumRequestsSince(
  db: Queryable,
  { userId, since }: { userId: UserId; since: Date },
): Promise<{ requests: number; micros: bigint }> {
  const [row] = await db<{ requests: number; micros: bigint }[]>`
    /* refunds.sumRequestsSince */
    select count(distinct request_id)::int as requests,
      coalesce(sum(amount_micros) filter (where status <> 'failed'), 0)::bigint as micros
    from refunds where user_id = ${userId} and requested_at > ${since}`;
  return requireRow(row, "a user's refunds");
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
