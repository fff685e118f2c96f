import type { UserId } from "@fairclick/core/ids";
import type { PageRequest, Queryable, Tx } from "../db/client";
import { getBalance, type NewTransaction, postTransactions } from "./ledger";

export type StripeUser = {
  id: UserId;
  username: string;
  email: string;
  customerId: string | null;
  accountId: string | null;
  accountVerified: boolean;
  accountAttempt: number;
  customerAttempt: number;
  /** ISO code of the country of the user's bank; null until the user chooses. */
  country: string | null;
};

const columns = (db: Queryable) => db`
  id, username, email, stripe_customer_id as customer_id, stripe_account_id as account_id,
  stripe_account_verified as account_verified, stripe_account_attempt as account_attempt,
  stripe_customer_attempt as customer_attempt, country`;

export async function getStripeUser(db: Queryable, id: UserId): Promise<StripeUser> {
  const [row] = await db<StripeUser[]>`
    /* stripeUsers.get */
    select ${columns(db)} from users where id = ${id}`;
  if (!row) throw new Error(`No user ${id}`);
  return row;
}

type NewCustomer = { userId: UserId; customerId: string; attempt: number; instead: string | null };

/**
 * Stores the user's Stripe customer, unless there is one or it belongs to an earlier attempt, which
 * was disconnected. `instead` is a customer to replace, which Stripe no longer has.
 */
export async function setStripeCustomer(
  db: Queryable,
  { userId, customerId, attempt, instead }: NewCustomer,
): Promise<void> {
  await db`
    /* stripeUsers.setCustomer */
    update users set stripe_customer_id = ${customerId}
    where id = ${userId} and stripe_customer_attempt = ${attempt}
      and stripe_customer_id is not distinct from ${instead}`;
}

type NewAccount = {
  userId: UserId;
  accountId: string;
  country: string;
  attempt: number;
  at: Date;
};

/**
 * Stores the user's Stripe account and its country, unless there is an account or it belongs to an
 * earlier, disconnected attempt.
 */
export async function setStripeAccount(
  db: Queryable,
  { userId, accountId, country, attempt, at }: NewAccount,
): Promise<void> {
  await db`
    /* stripeUsers.setAccount */
    update users set stripe_account_id = ${accountId}, stripe_account_connected_at = ${at},
      country = ${country}
    where id = ${userId} and stripe_account_id is null and stripe_account_attempt = ${attempt}`;
}

/** Returns false if the user has a Stripe account: its country cannot change. */
export async function setCountry(
  tx: Tx,
  { userId, country }: { userId: UserId; country: string },
): Promise<boolean> {
  const { count } = await tx`
    /* stripeUsers.setCountry */
    update users set country = ${country} where id = ${userId} and stripe_account_id is null`;
  return count === 1;
}

/** Increments the attempt, so that the next account is created under another idempotency key. */
export async function nextAccountAttempt(
  db: Queryable,
  { userId, attempt }: { userId: UserId; attempt: number },
): Promise<void> {
  await db`
    /* stripeUsers.nextAccountAttempt */
    update users set stripe_account_attempt = stripe_account_attempt + 1
    where id = ${userId} and stripe_account_attempt = ${attempt}`;
}

/**
 * Stores whether the account is verified. `checkedAt` is when Stripe was queried: older results
 * change nothing.
 */
export async function setAccountVerified(
  db: Queryable | Tx,
  { accountId, verified, checkedAt }: { accountId: string; verified: boolean; checkedAt: Date },
): Promise<void> {
  await db`
    /* stripeUsers.setAccountVerified */
    update users set stripe_account_verified = ${verified}, stripe_account_checked_at = ${checkedAt}
    where stripe_account_id = ${accountId}
      and coalesce(stripe_account_checked_at, '-infinity') < ${checkedAt}`;
}

/** Disconnects an account that is gone at Stripe, so that the user can connect another. */
export async function forgetStripeAccount(
  db: Queryable | Tx,
  { accountId }: { accountId: string },
): Promise<void> {
  await db`
    /* stripeUsers.forgetAccount */
    update users
    set stripe_account_id = null, stripe_account_connected_at = null,
      stripe_account_verified = false, stripe_account_checked_at = null,
      stripe_account_attempt = stripe_account_attempt + 1
    where stripe_account_id = ${accountId}`;
}

/** Returns the id of the billing portal's configuration at Stripe; null before it is created. */
export async function findPortalConfiguration(db: Queryable): Promise<string | null> {
  const [row] = await db<{ id: string | null }[]>`
    /* marketplace.findPortalConfiguration */
    select stripe_portal_configuration_id as id from marketplace`;
  return row?.id ?? null;
}

export async function setPortalConfiguration(db: Queryable, id: string): Promise<void> {
  await db`
    /* marketplace.setPortalConfiguration */
    update marketplace set stripe_portal_configuration_id = ${id}`;
}

export type StripeFee = {
  /** Id of the balance transaction that charged it. */
  id: string;
  /** Negative if Stripe returned a fee. */
  micros: bigint;
  memo: string;
};

const POSTING_LOCK = 5_318_009;

/**
 * Posts fees, each once: those that are posted already are left out. Only one transaction at a time
 * posts fees. Returns how many were posted.
 */
export async function postStripeFees(tx: Tx, fees: readonly StripeFee[]): Promise<number> {
  await tx`/* stripeFees.lock */ select pg_advisory_xact_lock(${POSTING_LOCK})`;
  const transactions = fees.map(toTransaction);
  const posted = await tx<{ key: string }[]>`
    /* stripeFees.listPosted */
    select idempotency_key as key from ledger_transactions
    where idempotency_key = any (${transactions.map(({ idempotencyKey }) => idempotencyKey)}::text[])`;
  const known = new Set(posted.map(({ key }) => key));
  const missing = transactions.filter(({ idempotencyKey }) => !known.has(idempotencyKey));
  if (missing.length > 0) await postTransactions(tx, missing);
  return missing.length;
}

function toTransaction({ id, micros, memo }: StripeFee): NewTransaction & { id: string } {
  return {
    id: Bun.randomUUIDv7(),
    kind: "stripe_fee",
    idempotencyKey: `stripe_fee:${id}`,
    reference: `stripe:${id}`,
    memo,
    entries: [
      { account: { kind: "stripe_fees" }, micros: -micros },
      { account: { kind: "stripe_clearing" }, micros },
    ],
  };
}

/** The amount that one Stripe object moved according to our books; positive for money in. */
export type Cleared = { key: string; micros: bigint };

/**
 * Lists the amounts of deposits by payment, of refunds, disputes and withdrawals by Stripe's ids, and
 * of fees by balance transaction; 0 for reversed ones. Leaves out refunds that Stripe has not
 * confirmed.
 */
export async function listCleared(db: Queryable): Promise<Cleared[]> {
  return db<Cleared[]>`
    /* clearing.listCleared */
    select 'payment:' || coalesce(payment_intent_id, id::text) as key, amount_micros as micros
    from deposits where status = 'completed'
    union all
    select t.kind || ':' || coalesce(r.stripe_refund_id, split_part(t.idempotency_key, ':', 3)),
      case when undone.id is null then -e.micros else 0 end
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_clearing'
    left join ledger_transactions undone on undone.reverses = t.id
    left join refunds r on r.transaction_id = t.id
    where t.kind in ('refund', 'dispute') and (r.id is null or r.stripe_refund_id is not null)
    union all
    select 'transfer:' || transfer_id, returned_micros - amount_micros
    from withdrawals where transfer_id is not null
    union all
    select 'fee:' || substr(t.idempotency_key, length('stripe_fee:') + 1), -e.micros
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_clearing'
    where t.kind = 'stripe_fee'`;
}

/**
 * Returns the balance that Stripe should hold according to the ledger. A requested refund has left
 * the clearing account, but Stripe holds its money until it confirms the refund.
 */
export async function getClearedTotal(db: Queryable): Promise<bigint> {
  const [row] = await db<{ micros: bigint }[]>`
    /* clearing.getUnconfirmed */
    select coalesce(sum(amount_micros - stripe_fee_micros), 0)::bigint as micros
    from refunds where status = 'pending'`;
  return (row?.micros ?? 0n) - (await getBalance(db, { kind: "stripe_clearing" }));
}

export type StripeEvent = {
  id: string;
  /** The connected account of the event; null for the platform's own events. */
  account: string | null;
  type: string;
  payload: unknown;
  attempts: number;
  receivedAt: Date;
  processedAt: Date | null;
  parkedAt: Date | null;
};

type NewEvent = {
  id: string;
  account: string | null;
  type: string;
  createdAt: Date;
  receivedAt: Date;
  body: string;
};

/**
 * Stores an event. Returns false if it is stored already: Stripe delivers each at least once, in
 * any order.
 */
export async function insertStripeEvent(
  db: Queryable,
  { id, account, type, createdAt, receivedAt, body }: NewEvent,
): Promise<boolean> {
  const { count } = await db`
    /* stripeEvents.insert */
    insert into stripe_events (id, account, type, created_at, received_at, payload)
    values (${id}, ${account}, ${type}, ${createdAt}, ${receivedAt}, ${body}::text::jsonb)
    on conflict do nothing`;
  return count === 1;
}

export async function findStripeEvent(db: Queryable, id: string): Promise<StripeEvent | null> {
  const [row] = await db<StripeEvent[]>`
    /* stripeEvents.find */
    select id, account, type, payload, attempts, received_at,
      processed_at, parked_at
    from stripe_events where id = ${id}`;
  return row ?? null;
}

/**
 * Marks an event as processed. Returns false if it was processed already. Call it in the
 * transaction that has the event's effect.
 */
export async function markEventProcessed(
  tx: Tx,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    /* stripeEvents.markProcessed */
    update stripe_events set processed_at = ${at}, parked_at = null, error = null
    where id = ${id} and processed_at is null`;
  return count === 1;
}

type Failure = { id: string; error: string; at: Date; park: boolean };

export async function recordEventFailure(db: Queryable, failure: Failure): Promise<void> {
  await db`
    /* stripeEvents.recordFailure */
    update stripe_events
    set attempts = attempts + 1, error = ${failure.error},
      parked_at = ${failure.park ? failure.at : null}
    where id = ${failure.id} and processed_at is null`;
}

export async function listStalledEvents(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: string }[]> {
  return db<{ id: string }[]>`
    /* stripeEvents.listLeftBehind */
    select id from stripe_events
    where processed_at is null and parked_at is null and received_at < ${before}
    order by received_at limit ${limit}`;
}

export type UnfinishedEvent = Omit<StripeEvent, "payload" | "processedAt"> & {
  state: "open" | "parked";
  createdAt: Date;
  error: string | null;
};

/** Lists unprocessed events, newest first. An index serves each part of the condition. */
export async function listUnfinishedEvents(
  db: Queryable,
  { parkedOnly, cursor, limit }: { parkedOnly: boolean } & PageRequest<string>,
): Promise<UnfinishedEvent[]> {
  const isOpen = parkedOnly ? db`false` : db`processed_at is null and parked_at is null`;
  return db<UnfinishedEvent[]>`
    /* stripeEvents.listUnfinished */
    select id, account, type, attempts, created_at, received_at, parked_at, error,
      case when parked_at is null then 'open' else 'parked' end as state
    from stripe_events
    where (parked_at is not null or (${isOpen}))
      and (${cursor}::text is null or (received_at, id) <
        (select received_at, id from stripe_events where id = ${cursor}))
    order by received_at desc, id desc limit ${limit}`;
}

/** Reopens a parked event and returns it; null if it is not parked. */
export type LockedStripeEvent = Pick<
  StripeEvent,
  "type" | "attempts" | "processedAt" | "parkedAt"
> & { error: string | null };

export async function lockStripeEvent(tx: Tx, id: string): Promise<LockedStripeEvent | null> {
  const [row] = await tx<LockedStripeEvent[]>`
    /* stripeEvents.lock */
    select type, attempts, processed_at, parked_at, error
    from stripe_events where id = ${id} for update`;
  return row ?? null;
}

/** Lock the event first. */
export async function reopenParkedEvent(tx: Tx, id: string): Promise<void> {
  await tx`
    /* stripeEvents.reopenParked */
    update stripe_events set parked_at = null, attempts = 0
    where id = ${id} and parked_at is not null and processed_at is null`;
}

/** Deletes at most `limit` events that were processed before `before` and returns their number. */
export async function deleteProcessedEventsBefore(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { count } = await db`
    /* stripeEvents.deleteProcessedBefore */
    delete from stripe_events where id in (
      select id from stripe_events
      where processed_at < ${before} and received_at < ${before}
      order by processed_at limit ${limit}
    )`;
  return count;
}
