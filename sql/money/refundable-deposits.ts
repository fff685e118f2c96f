import type { DepositId, UserId } from "@fairclick/core/ids";
import type { Fragment, Queryable } from "../db/client";

export type RefundableDeposit = {
  id: DepositId;
  completedAt: Date;
  amountMicros: bigint;
  /** The part that can go back to its card, in whole cents. */
  refundableMicros: bigint;
  cardBrand: string | null;
  cardLast4: string | null;
  /** True if Stripe or the bank did not make an earlier refund of it, for example to a closed card. */
  failed: boolean;
};

type Scope = {
  userId: UserId;
  /** Bank debits paid before this moment can no longer be refunded. */
  debitedAfter: Date;
};

/**
 * Lists the deposits of which a part can go back to the card, newest first; those with a failed
 * refund come last, so that a closed card does not block the others. The part is the deposit's own
 * money that is still in the wallet, at most what is not refunded: nobody's money goes to another's
 * card. Leaves out deposits that were ever disputed. The caller holds the wallet's lock if it takes
 * the money.
 */
export async function listRefundableDeposits(
  db: Queryable,
  { userId, debitedAfter }: Scope,
): Promise<RefundableDeposit[]> {
  return db<RefundableDeposit[]>`
    /* refundableDeposits.list */
    select id, "completedAt", "amountMicros", "cardBrand", "cardLast4", failed,
      ${wholeCents(db, db`least(wallet_micros, unclaimed_micros)`)} as "refundableMicros"
    from (${openDeposits(db, { owners: db`u.id = ${userId}`, debitedAfter })}) open
    where least(wallet_micros, unclaimed_micros) >= 10000
    order by failed, "completedAt" desc, id desc`;
}

/**
 * Returns how much of a user's campaign budgets could go back to the cards that paid it, once it is back
 * in the wallet and in addition to what can go back now. Leaves out deposits with a failed refund.
 */
export async function getRefundableBudget(
  db: Queryable,
  { userId, debitedAfter }: Scope,
): Promise<bigint> {
  const [row] = await db<{ micros: bigint }[]>`
    /* refundableDeposits.getBudget */
    with budgets as (
      select b.lot_id, sum(b.micros) as micros
      from campaigns c
      join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      join ledger_lot_balances b on b.account_id = a.id
      where c.developer_id = ${userId} and c.released_at is null
      group by b.lot_id
    )
    select coalesce(sum(
      ${wholeCents(db, db`least(open.wallet_micros + budgets.micros, open.unclaimed_micros)`)}
      - ${wholeCents(db, db`least(open.wallet_micros, open.unclaimed_micros)`)}), 0)::bigint as micros
    from (${openDeposits(db, { owners: db`u.id = ${userId}`, debitedAfter })}) open
    join budgets on budgets.lot_id = open.lot_id
    where not open.failed`;
  return row?.micros ?? 0n;
}

/** Lists deleted users, unless they were suspended, with money for a card in the wallet. */
export async function listDeletedWithRefundable(
  db: Queryable,
  { debitedAfter, limit }: { debitedAfter: Date; limit: number },
): Promise<UserId[]> {
  const owners = db`u.deleted_at is not null and u.suspended_at = u.deleted_at`;
  const rows = await db<{ userId: UserId }[]>`
    /* refundableDeposits.listDeleted */
    select distinct user_id as "userId" from (${openDeposits(db, { owners, debitedAfter })}) open
    where not failed and least(wallet_micros, unclaimed_micros) >= 10000 limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

/**
 * Completed deposits that Stripe can refund, with what of each is in its owner's wallet and what is
 * neither refunded nor disputed. After the deletion of an account, any failed refund counts as
 * `failed`: its user cannot request it again.
 */
function openDeposits(
  db: Queryable,
  { owners, debitedAfter }: { owners: Fragment; debitedAfter: Date },
): Fragment {
  return db`
    select d.id, d.user_id, d.completed_at as "completedAt", d.amount_micros as "amountMicros",
      d.card_brand as "cardBrand", d.card_last4 as "cardLast4", l.id as lot_id,
      coalesce(b.micros, 0) as wallet_micros,
      d.amount_micros - coalesce(c.micros, 0) as unclaimed_micros,
      exists (select from refunds r where r.deposit_id = d.id and r.status = 'failed'
        and (r.stripe_refund_id is not null or r.requested_at >= u.deleted_at)) as failed
    from users u
    join deposits d on d.user_id = u.id
    join ledger_lots l on l.reference = 'deposit:' || d.id
    join ledger_accounts a on a.kind = 'wallet' and a.owner_id = u.id
    left join ledger_lot_balances b on b.account_id = a.id and b.lot_id = l.id
    left join lateral (
      select sum(e.micros) filter (where v.id is null) as micros, bool_or(t.kind = 'dispute') as disputed
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts s on s.id = e.account_id and s.kind = 'stripe_clearing'
      left join ledger_transactions v on v.reverses = t.id
      where t.reference = 'deposit:' || d.id and t.kind in ('refund', 'dispute')
    ) c on true
    where ${owners} and d.status = 'completed' and d.payment_intent_id is not null
      and (d.card_fingerprint is not null or d.completed_at > ${debitedAfter})
      and not coalesce(c.disputed, false) and not coalesce(l.frozen_until > now(), false)`;
}

const wholeCents = (db: Queryable, micros: Fragment): Fragment =>
  db`(${micros} - ${micros} % 10000)::bigint`;
