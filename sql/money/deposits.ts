import type { CampaignId, DepositId, UserId } from "@fairclick/core/ids";
import type { CardHistory } from "@fairclick/core/money/lots";
import { type Fragment, type Queryable, requireRow, type Tx } from "../db/client";

export type Deposit = {
  id: DepositId;
  userId: UserId;
  amountMicros: bigint;
  status: "pending" | "completed" | "failed";
  checkoutSessionId: string | null;
  failureReason: string | null;
  createdAt: Date;
  fundedAt: Date | null;
  /** Why a completed deposit did not fund its campaign. */
  fundingRefusal: string | null;
} & DepositPurpose;

export type DepositPurpose = {
  /** The campaign that the deposit funds; null if it only fills the wallet. */
  campaignId: CampaignId | null;
  /** What it adds to the budget of a funded campaign; null if it launches one. */
  addedMicros: bigint | null;
};

const columns = (db: Queryable) => db`
  id, user_id, amount_micros, status,
  checkout_session_id, failure_reason,
  created_at, campaign_id, added_micros, funded_at,
  funding_refusal`;

type NewDeposit = {
  id: DepositId;
  userId: UserId;
  amountMicros: bigint;
  requestId: string | null;
  at: Date;
} & DepositPurpose;

/**
 * Inserts a deposit and returns it, or returns the one that an earlier request with the same id
 * made.
 */
export async function insertDeposit(db: Queryable, deposit: NewDeposit): Promise<Deposit> {
  const { id, userId, amountMicros, requestId, campaignId, addedMicros, at } = deposit;
  const [row] = await db<Deposit[]>`
    /* deposits.insert */
    insert into deposits (id, user_id, amount_micros, request_id, campaign_id, added_micros, created_at)
    values (${id}, ${userId}, ${amountMicros}, ${requestId}, ${campaignId}, ${addedMicros}, ${at})
    on conflict (user_id, request_id) do update set request_id = excluded.request_id
    returning ${columns(db)}`;
  return requireRow(row, "the inserted deposit");
}

type DepositFactsWanted = {
  userId: UserId;
  since: Date;
  /** Pages that Stripe has not confirmed are closed if they were requested before. */
  openSince: Date;
  requestId: string | null;
};

/**
 * Returns what a user has paid since a time or may still pay on an open page, without the deposit of
 * one request, and what the user's campaigns have paid creators for clicks.
 */
export async function readDepositFacts(
  db: Queryable,
  { userId, since, openSince, requestId }: DepositFactsWanted,
): Promise<{ depositedMicros: bigint; spentMicros: bigint }> {
  const [row] = await db<{ depositedMicros: bigint; spentMicros: bigint }[]>`
    /* deposits.readFacts */
    select
      (select coalesce(sum(amount_micros), 0) from deposits
        where user_id = ${userId} and status <> 'failed'
          and coalesce(completed_at, created_at) > ${since}
          and (checkout_session_id is not null or created_at > ${openSince})
          and (${requestId}::uuid is null or request_id is distinct from ${requestId}))::bigint
        as deposited_micros,
      (select coalesce(sum(o.paid_micros), 0) from campaigns c
        join link_outcomes o on o.campaign_id = c.id
        where c.developer_id = ${userId})::bigint as spent_micros`;
  return requireRow(row, "what a user has deposited");
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
    select invoice_id from deposits where id = ${id} and user_id = ${userId}`;
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
  /** Null if it is not known. */
  stripeFeeMicros: bigint | null;
  at: Date;
};

/** A card as Stripe names it; the fingerprint is the same for every payment with its number. */
export type Card = { fingerprint: string; brand: string | null; last4: string | null };

/**
 * Completes a deposit, also a failed one: a user who has paid is credited. Returns false if it was
 * complete.
 */
export async function completeDeposit(tx: Tx, completion: Completion): Promise<boolean> {
  const { id, sessionId, paymentIntentId, invoiceId, card, stripeFeeMicros, at } = completion;
  const { count } = await tx`
    /* deposits.complete */
    update deposits
    set status = 'completed', completed_at = ${at}, failure_reason = null,
      checkout_session_id = ${sessionId}, payment_intent_id = ${paymentIntentId}, invoice_id = ${invoiceId},
      card_fingerprint = ${card?.fingerprint ?? null}, card_brand = ${card?.brand ?? null},
      card_last4 = ${card?.last4 ?? null}, stripe_fee_micros = ${stripeFeeMicros}
    where id = ${id} and status <> 'completed'`;
  return count === 1;
}

/** Records whether a completed deposit funded its campaign. Sets either the time or the reason. */
export async function setFunding(
  tx: Tx,
  { id, fundedAt, fundingRefusal }: Pick<Deposit, "id" | "fundedAt" | "fundingRefusal">,
): Promise<void> {
  await tx`
    /* deposits.setFunding */
    update deposits set funded_at = ${fundedAt}, funding_refusal = ${fundingRefusal}
    where id = ${id}`;
}

/**
 * Returns what a user paid with a card before `knownBefore`, and what only the card's age proves of
 * the rest; both without refunds. Zero if the card paid in another account, or any of its payments
 * was ever disputed or reported as fraud.
 */
export async function readCardHistory(
  tx: Tx,
  { userId, card, knownBefore }: { userId: UserId; card: Card; knownBefore: Date },
): Promise<CardHistory> {
  const [row] = await tx<CardHistory[]>`
    /* deposits.readCardHistory */
    select
      coalesce(sum(d.amount_micros - r.refunded) filter (where d.completed_at <= ${knownBefore}), 0)::bigint
        as old_micros,
      coalesce(sum(d.amount_micros - r.refunded) filter (
        where d.completed_at > ${knownBefore} and l.proved_by = 'known_card'), 0)::bigint as proved_micros
    from deposits d
    join ledger_lots l on l.reference = 'deposit:' || d.id
    cross join lateral (
      select coalesce(sum(e.micros) filter (where t.kind = 'refund' and v.id is null), 0) as refunded,
        coalesce(bool_or(t.kind = 'dispute'), false) as disputed
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts s on s.id = e.account_id and s.kind in ('stripe_clearing', 'stripe_fees')
      left join ledger_transactions v on v.reverses = t.id
      where t.reference = 'deposit:' || d.id and t.kind in ('refund', 'dispute')
    ) r
    where d.card_fingerprint = ${card.fingerprint} and d.status = 'completed'
    having bool_and(d.user_id = ${userId} and d.fraud_reported_at is null and not r.disputed)`;
  return row ?? { oldMicros: 0n, provedMicros: 0n };
}

/** Records that the card network suspects fraud in a deposit. */
export async function setFraudReported(
  tx: Tx,
  { id, at }: { id: DepositId; at: Date },
): Promise<void> {
  await tx`
    /* deposits.setFraudReported */
    update deposits set fraud_reported_at = ${at} where id = ${id} and fraud_reported_at is null`;
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

/**
 * Counts the disputes of a user's deposits since a time that are open or lost. Won ones, and those
 * that an operator forgave, do not count.
 */
export async function countDisputes(
  db: Queryable,
  { userId, since }: { userId: UserId; since: Date },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* disputes.count */
    select count(*)::int as count
    from deposits d
    join ledger_transactions t on t.reference = 'deposit:' || d.id and t.kind = 'dispute'
    where d.user_id = ${userId} and t.created_at > ${since}
      and t.created_at > coalesce(
        (select disputes_pardoned_at from users where id = ${userId}), '-infinity')
      and not exists (select from ledger_transactions r where r.reverses = t.id)`;
  return requireRow(row, "the number of disputes").count;
}

/** Forgives all disputes of a user until now, by the clock that times ledger transactions. */
export async function savePardon(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    /* disputes.savePardon */ update users set disputes_pardoned_at = now() where id = ${userId}`;
}

export type RefundableDeposit = {
  id: DepositId;
  completedAt: Date;
  amountMicros: bigint;
  /** The part that can go back to its card, in whole cents. */
  refundableMicros: bigint;
  /** What Stripe charged for the payment; 0 if it is not known. */
  stripeFeeMicros: bigint;
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
    select id, completed_at, amount_micros, stripe_fee_micros, card_brand, card_last4, failed,
      ${wholeCents(db, db`least(wallet_micros, unclaimed_micros)`)} as refundable_micros
    from (${openDeposits(db, { owners: db`u.id = ${userId}`, debitedAfter })}) open
    where least(wallet_micros, unclaimed_micros) >= 10000
    order by failed, completed_at desc, id desc`;
}

/**
 * Returns how much more could go back to the cards if the user's campaigns returned their budgets to
 * the wallet. Leaves out deposits with a failed refund.
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

/** Lists deleted users who were not suspended with money in the wallet that can go back to a card. */
export async function listDeletedWithRefundable(
  db: Queryable,
  { debitedAfter, limit }: { debitedAfter: Date; limit: number },
): Promise<UserId[]> {
  const owners = db`u.deleted_at is not null and u.suspended_at = u.deleted_at`;
  const rows = await db<{ userId: UserId }[]>`
    /* refundableDeposits.listDeleted */
    select distinct user_id from (${openDeposits(db, { owners, debitedAfter })}) open
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
    select d.id, d.user_id, d.completed_at, d.amount_micros,
      coalesce(d.stripe_fee_micros, 0) as stripe_fee_micros,
      d.card_brand, d.card_last4, l.id as lot_id,
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
      join ledger_accounts s on s.id = e.account_id and s.kind in ('stripe_clearing', 'stripe_fees')
      left join ledger_transactions v on v.reverses = t.id
      where t.reference = 'deposit:' || d.id and t.kind in ('refund', 'dispute')
    ) c on true
    where ${owners} and d.status = 'completed' and d.payment_intent_id is not null
      and (d.card_fingerprint is not null or d.completed_at > ${debitedAfter})
      and not coalesce(c.disputed, false) and not coalesce(l.frozen_until > now(), false)`;
}

const wholeCents = (db: Queryable, micros: Fragment): Fragment =>
  db`(${micros} - ${micros} % 10000)::bigint`;
