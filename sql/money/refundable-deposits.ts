import type { DepositId, UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";

export type RefundableDeposit = {
  id: DepositId;
  completedAt: Date;
  amountMicros: bigint;
  /** The part that can go back to its card, in whole cents. */
  refundableMicros: bigint;
  cardBrand: string | null;
  cardLast4: string | null;
};

/**
 * Lists the deposits of which a part can go back to the card, newest first; those with a failed
 * refund come last, so that a closed card does not block the others. The part is the deposit's own
 * money that is still in the wallet, at most what is not refunded: nobody's money goes to another's
 * card. Leaves out deposits that were ever disputed, and bank debits
 * paid before `debitedAfter`. The caller
 * holds the wallet's lock if it takes the money.
 */
export async function listRefundableDeposits(
  db: Queryable,
  { userId, debitedAfter }: { userId: UserId; debitedAfter: Date },
): Promise<RefundableDeposit[]> {
  return db<RefundableDeposit[]>`
    /* refundableDeposits.list */
    select id, "completedAt", "amountMicros", "cardBrand", "cardLast4",
      left_micros - left_micros % 10000 as "refundableMicros"
    from (
      select d.id, d.completed_at as "completedAt", d.amount_micros as "amountMicros",
        d.card_brand as "cardBrand", d.card_last4 as "cardLast4",
        least(b.micros, d.amount_micros - coalesce(c.micros, 0))::bigint as left_micros,
        exists (select from refunds r where r.deposit_id = d.id and r.status = 'failed'
          and r.stripe_refund_id is not null) as failed
      from deposits d
      join ledger_lots l on l.reference = 'deposit:' || d.id
      join ledger_accounts a on a.kind = 'wallet' and a.owner_id = d.user_id
      join ledger_lot_balances b on b.account_id = a.id and b.lot_id = l.id
      left join lateral (
        select sum(e.micros) filter (where u.id is null) as micros, bool_or(t.kind = 'dispute') as disputed
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts s on s.id = e.account_id and s.kind = 'stripe_clearing'
        left join ledger_transactions u on u.reverses = t.id
        where t.reference = 'deposit:' || d.id and t.kind in ('refund', 'dispute')
      ) c on true
      where d.user_id = ${userId} and d.status = 'completed' and d.payment_intent_id is not null
        and (d.card_fingerprint is not null or d.completed_at > ${debitedAfter})
        and not coalesce(c.disputed, false)
        and not coalesce(l.frozen_until > now(), false)
    ) open
    where left_micros >= 10000
    order by failed, "completedAt" desc, id desc`;
}
