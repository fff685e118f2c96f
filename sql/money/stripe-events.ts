import type { PageRequest, Queryable, Tx } from "../db/client";

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
