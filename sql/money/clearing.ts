import type { Queryable } from "../db/client";
import { getBalance } from "./ledger";

/** The amount that one Stripe object moved according to our books; positive for money in. */
export type Cleared = { key: string; micros: bigint };

/**
 * Lists the amounts of deposits by payment, and of refunds, disputes and withdrawals by Stripe's
 * ids; 0 for reversed ones.
 */
export async function listCleared(db: Queryable): Promise<Cleared[]> {
  return db<Cleared[]>`
    /* clearing.listCleared */
    select 'payment:' || coalesce(payment_intent_id, id::text) as key, amount_micros as micros
    from deposits where status = 'completed'
    union all
    select t.kind || ':' || split_part(t.idempotency_key, ':', 3),
      case when undone.id is null then -e.micros else 0 end
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_clearing'
    left join ledger_transactions undone on undone.reverses = t.id
    where t.kind in ('refund', 'dispute')
    union all
    select 'transfer:' || transfer_id, returned_micros - amount_micros
    from withdrawals where transfer_id is not null`;
}

/** Returns the balance that Stripe should hold according to the ledger. */
export async function getClearedTotal(db: Queryable): Promise<bigint> {
  return -(await getBalance(db, { kind: "stripe_clearing" }));
}
