import type { RefundId, UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { type NewHold, type Refund, selectOutflow } from "./outflows";

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
