import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { type AccountRef, payDebts, postTransaction, type TransactionKind } from "./ledger";
import { findOutflow, type NewHold, selectOutflow, type Withdrawal } from "./outflows";

type NewWithdrawal = {
  id: WithdrawalId;
  userId: UserId;
  amountMicros: bigint;
  stripeAccountId: string;
  currency: string;
  requestId: string | null;
  at: Date;
  /** Why it waits; null or missing if it does not. */
  hold?: NewHold | null;
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
  await tx`
    /* withdrawals.insert */
    insert into withdrawals (id, user_id, amount_micros, stripe_account_id, currency,
      request_id, requested_at, held_at, hold_reason, hold_kinds, hold_until, needs_confirmed_email)
    values (${id}, ${userId}, ${amountMicros}, ${stripeAccountId}, ${currency}, ${requestId}, ${at},
      ${hold?.at ?? null}, ${hold?.reason ?? null}, ${hold?.kinds ?? null}::text[],
      ${hold?.until ?? null}, ${needsConfirmedEmail})`;
  return requireRow((await findOutflow(tx, "withdrawal", id)) ?? undefined, "the withdrawal");
}

export async function findWithdrawalByRequest(
  db: Queryable,
  { userId, requestId }: { userId: UserId; requestId: string },
): Promise<Withdrawal | null> {
  const [row] = await db<Withdrawal[]>`
    /* withdrawals.findByRequest */
    ${selectOutflow(db, "withdrawal")}
    where m.user_id = ${userId} and m.request_id = ${requestId}`;
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

export async function findPendingWithdrawal(
  db: Queryable,
  userId: UserId,
): Promise<WithdrawalId | null> {
  const [row] = await db<{ id: WithdrawalId }[]>`
    /* withdrawals.findPending */
    select id from withdrawals where user_id = ${userId} and status = 'pending'`;
  return row?.id ?? null;
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

/**
 * Fails the withdrawals of these users that were certainly not sent, and puts their money back into the
 * earnings. The earnings must be locked.
 */
export async function stopUnsentWithdrawals(
  tx: Tx,
  { userIds, reason }: { userIds: readonly string[]; reason: string },
): Promise<Moved[]> {
  const stopped = await tx<Moved[]>`
    /* withdrawals.stopUnsent */
    update withdrawals set status = 'failed', failure_reason = ${reason}
    where user_id = any (${[...userIds]}::uuid[]) and status = 'pending' and sending_at is null
    returning id, user_id, amount_micros`;
  for (const each of stopped) await postFailed(tx, each);
  return stopped;
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

type OpenPayout = { id: WithdrawalId; payoutId: string; stripeAccountId: string };

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
