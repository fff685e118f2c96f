import type { CampaignId, DepositId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

export type Deposit = {
  id: DepositId;
  userId: UserId;
  amountMicros: bigint;
  status: "pending" | "completed" | "failed";
  checkoutSessionId: string | null;
  failureReason: string | null;
  createdAt: Date;
  /** The campaign that the deposit launches; null if it only fills the wallet. */
  campaignId: CampaignId | null;
  launchedAt: Date | null;
  /** Why a completed deposit did not launch its campaign. */
  launchRefusal: string | null;
};

const columns = (db: Queryable) => db`
  id, user_id as "userId", amount_micros as "amountMicros", status,
  checkout_session_id as "checkoutSessionId", failure_reason as "failureReason",
  created_at as "createdAt", campaign_id as "campaignId", launched_at as "launchedAt",
  launch_refusal as "launchRefusal"`;

type NewDeposit = {
  id: DepositId;
  userId: UserId;
  amountMicros: bigint;
  requestId: string | null;
  campaignId: CampaignId | null;
  at: Date;
};

/**
 * Inserts a deposit and returns it, or returns the one that an earlier request with the same id
 * made.
 */
export async function insertDeposit(db: Queryable, deposit: NewDeposit): Promise<Deposit> {
  const { id, userId, amountMicros, requestId, campaignId, at } = deposit;
  const [row] = await db<Deposit[]>`
    /* deposits.insert */
    insert into deposits (id, user_id, amount_micros, request_id, campaign_id, created_at)
    values (${id}, ${userId}, ${amountMicros}, ${requestId}, ${campaignId}, ${at})
    on conflict (user_id, request_id) do update set request_id = excluded.request_id
    returning ${columns(db)}`;
  return requireRow(row, "the inserted deposit");
}

export async function findOwnDeposit(
  db: Queryable,
  { userId, sessionId }: { userId: UserId; sessionId: string },
): Promise<Deposit | null> {
  const [row] = await db<Deposit[]>`
    /* deposits.findOwn */
    select ${columns(db)} from deposits
    where checkout_session_id = ${sessionId} and user_id = ${userId}`;
  return row ?? null;
}

/** Returns the id of a deposit's invoice at Stripe; null if it has none or is another user's. */
export async function findOwnInvoice(
  db: Queryable,
  { userId, id }: { userId: UserId; id: string },
): Promise<string | null> {
  const [row] = await db<{ invoiceId: string | null }[]>`
    /* deposits.findOwnInvoice */
    select invoice_id as "invoiceId" from deposits where id = ${id} and user_id = ${userId}`;
  return row?.invoiceId ?? null;
}

export async function lockDeposit(tx: Tx, id: string): Promise<Deposit | null> {
  const [row] = await tx<Deposit[]>`
    /* deposits.lock */
    select ${columns(tx)} from deposits where id = ${id} for no key update`;
  return row ?? null;
}

export async function setCheckoutSession(
  db: Queryable,
  { id, sessionId }: { id: DepositId; sessionId: string },
): Promise<void> {
  await db`
    /* deposits.setCheckoutSession */
    update deposits set checkout_session_id = ${sessionId}
    where id = ${id} and checkout_session_id is null`;
}

type Completion = {
  id: DepositId;
  sessionId: string;
  paymentIntentId: string | null;
  invoiceId: string | null;
  /** Null if it was not paid by card. */
  card: Card | null;
  at: Date;
};

/** A card as Stripe names it; the fingerprint is the same for every payment with its number. */
export type Card = { fingerprint: string; brand: string | null; last4: string | null };

/**
 * Completes a deposit, also a failed one: a user who has paid is credited. Returns false if it was
 * complete.
 */
export async function completeDeposit(tx: Tx, completion: Completion): Promise<boolean> {
  const { id, sessionId, paymentIntentId, invoiceId, card, at } = completion;
  const { count } = await tx`
    /* deposits.complete */
    update deposits
    set status = 'completed', completed_at = ${at}, failure_reason = null,
      checkout_session_id = ${sessionId}, payment_intent_id = ${paymentIntentId}, invoice_id = ${invoiceId},
      card_fingerprint = ${card?.fingerprint ?? null}, card_brand = ${card?.brand ?? null},
      card_last4 = ${card?.last4 ?? null}
    where id = ${id} and status <> 'completed'`;
  return count === 1;
}

/** Records whether a completed deposit launched its campaign. Exactly one of both is set. */
export async function setLaunch(
  tx: Tx,
  { id, launchedAt, launchRefusal }: Pick<Deposit, "id" | "launchedAt" | "launchRefusal">,
): Promise<void> {
  await tx`
    /* deposits.setLaunch */
    update deposits set launched_at = ${launchedAt}, launch_refusal = ${launchRefusal}
    where id = ${id}`;
}

/**
 * Returns when a user first paid with a card. Null if they have not, or if any payment with the card
 * was ever disputed, by any user.
 */
export async function findCardKnownSince(
  tx: Tx,
  { userId, card }: { userId: UserId; card: Card },
): Promise<Date | null> {
  const [row] = await tx<{ since: Date | null }[]>`
    /* deposits.findCardKnownSince */
    select min(d.completed_at) filter (where d.user_id = ${userId}) as since
    from deposits d
    where d.card_fingerprint = ${card.fingerprint} and d.status = 'completed'
    having not bool_or(exists (
      select from ledger_transactions t where t.reference = 'deposit:' || d.id and t.kind = 'dispute'
    ))`;
  return row?.since ?? null;
}

export async function failDeposit(
  db: Queryable,
  { id, reason }: { id: DepositId; reason: string },
): Promise<boolean> {
  const { count } = await db`
    /* deposits.fail */
    update deposits set status = 'failed', failure_reason = ${reason}
    where id = ${id} and status = 'pending'`;
  return count === 1;
}

/**
 * Returns up to `limit` open deposits that are due for a check, and marks them checked: every five
 * minutes in their first two hours, later every hour.
 */
export async function takeUncheckedDeposits(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<Deposit[]> {
  return db<Deposit[]>`
    /* deposits.takeUnchecked */
    update deposits set checked_at = ${at}
    where id in (
      select id from deposits
      where status = 'pending' and coalesce(checked_at, created_at) < ${at}::timestamptz
        - case when created_at > ${at}::timestamptz - interval '2 hours'
            then interval '5 minutes' else interval '1 hour' end
      order by coalesce(checked_at, created_at)
      limit ${limit}
      for update skip locked
    )
    returning ${columns(db)}`;
}
