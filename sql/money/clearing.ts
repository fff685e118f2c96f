import type { Queryable } from "../db/client";
import { getBalance } from "./ledger";

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
    select coalesce(sum(amount_micros), 0)::bigint as micros from refunds where status = 'pending'`;
  return (row?.micros ?? 0n) - (await getBalance(db, { kind: "stripe_clearing" }));
}
