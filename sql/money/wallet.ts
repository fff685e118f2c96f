import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { TransactionType } from "@fairclick/core/money/deposits";
import { type Queryable, requireRow, type Tx } from "../db/client";

export type WalletRow = {
  walletMicros: bigint;
  earningsMicros: bigint;
  inTransitMicros: bigint;
  sentMicros: bigint;
  owedMicros: bigint;
  spentMicros: bigint;
};

/**
 * Returns a user's balances. `sentMicros` is the sum of completed withdrawals, `owedMicros` the
 * debt for reversed clicks after their pay was spent, `spentMicros` the earnings that were moved to the
 * wallet.
 */
export async function getWallet(db: Queryable, userId: UserId): Promise<WalletRow> {
  const [row] = await db<WalletRow[]>`
    /* wallet.get */
    select
      coalesce(sum(balance_micros) filter (where kind = 'wallet'), 0)::bigint as wallet_micros,
      coalesce(sum(balance_micros) filter (where kind = 'earnings'), 0)::bigint as earnings_micros,
      coalesce(sum(balance_micros) filter (where kind = 'in_transit'), 0)::bigint as in_transit_micros,
      coalesce(-sum(balance_micros) filter (where kind = 'debt'), 0)::bigint as owed_micros,
      (select coalesce(sum(amount_micros - returned_micros), 0)::bigint from withdrawals
       where user_id = ${userId} and status = 'completed') as sent_micros,
      (select coalesce(sum(e.micros), 0)::bigint from ledger_transactions t
       join ledger_entries e on e.transaction_id = t.id and e.micros > 0
       where t.reference = 'earnings:' || ${userId}::text) as spent_micros
    from ledger_accounts where owner_id = ${userId}`;
  return requireRow(row, "a user's balances");
}

/** One line of the history; `describeLine` in services writes its text. */
export type HistoryRow = {
  id: string;
  at: Date;
  type: TransactionType;
  /** The account that changes: on completion, or at once for a debit. */
  account: "wallet" | "earnings";
  micros: bigint;
  status: "pending" | "completed" | "failed";
  campaign: string | null;
  clicks: bigint | null;
  note: string | null;
  /** True for a withdrawal or refund that its owner can still cancel. */
  cancellable: boolean;
  /**
   * What a withdrawal or refund waits for before it is sent: an operator, money on its way to
   * Stripe, or the owner's confirmed address.
   */
  waitsFor: "operator" | "balance" | "email" | null;
  /** Of a held withdrawal: the kinds of its reasons and until when, as in the withdrawal. */
  holdKinds: string[] | null;
  holdUntil: Date | null;
  /** Of a refund that the user requested: where it goes. */
  card: { brand: string | null; last4: string | null } | null;
  /** Of a refund that the user requested: the part that Stripe keeps. */
  stripeFeeMicros: bigint | null;
  /** Of a deposit: the id to get its receipt by; null if there is none. */
  receiptOf: string | null;
};

export type HistoryCursor = { at: Date; id: string };

/**
 * Lists a user's history, newest first. Earnings are one line per campaign and UTC day of clicks,
 * dated at the start of the day, so that a line keeps its position. Times are cut to milliseconds
 * to fit a cursor.
 */
export async function listHistory(
  db: Queryable,
  { userId, before, limit }: { userId: UserId; before: HistoryCursor | null; limit: number },
): Promise<HistoryRow[]> {
  const page = before
    ? db`where (at, id) < (${before.at}::timestamptz, ${before.id}) order by at desc, id desc limit ${limit}`
    : db`order by at desc, id desc limit ${limit}`;
  return db<HistoryRow[]>`
    /* wallet.listHistory */
    with lines as (
      (select * from (${deposits(db, userId)}) part ${page})
      union all (select * from (${withdrawals(db, userId)}) part ${page})
      union all (select * from (${returns(db, userId)}) part ${page})
      union all (select * from (${refunds(db, userId)}) part ${page})
      union all (select * from (${walletMovements(db, userId)}) part ${page})
      union all (select * from (${lostClaims(db, userId)}) part ${page})
      union all (select * from (${earningsCorrections(db, userId)}) part ${page})
      union all (select * from (${spentEarnings(db, userId)}) part ${page})
      union all (select * from (${earnings(db, userId)}) part ${page})
    )
    select l.id, l.at, l.type, l.account, l.micros, l.status, c.name as campaign, l.clicks, l.note,
      coalesce(w.status = 'pending' and w.sending_at is null,
        f.status = 'pending' and f.sending_at is null, false) as cancellable,
      case
        when f.status = 'pending' and f.held_at is not null then 'operator'
        when w.status <> 'pending' then null
        when w.needs_confirmed_email and u.email_verified_at is null then 'email'
        when w.held_at is not null then 'operator'
        when w.sending_at is null and w.attempt > 1 then 'balance'
      end as waits_for, w.hold_kinds, w.hold_until,
      case when f.id is not null
        then json_build_object('brand', d.card_brand, 'last4', d.card_last4) end as card,
      f.stripe_fee_micros,
      case when p.invoice_id is not null then p.id end as receipt_of
    from lines l
    left join campaigns c on c.id = l.campaign_id
    left join withdrawals w on w.id = l.withdrawal_id
    left join users u on u.id = w.user_id
    left join refunds f on f.id = case when l.id like 'refund:%' then substr(l.id, 8)::uuid end
    left join deposits d on d.id = f.deposit_id
    left join deposits p on p.id = case when l.id like 'deposit:%' then substr(l.id, 9)::uuid end
    order by l.at desc, l.id desc limit ${limit}`;
}

const deposits = (db: Queryable, userId: UserId) => db`
  select 'deposit:' || id as id, date_trunc('milliseconds', created_at) as at, 'deposit' as type,
    'wallet' as account, amount_micros as micros, status, null::uuid as campaign_id, null::uuid as withdrawal_id, null::bigint as clicks,
    failure_reason as note
  from deposits where user_id = ${userId}`;

const withdrawals = (db: Queryable, userId: UserId) => db`
  select 'withdrawal:' || id as id, date_trunc('milliseconds', requested_at) as at,
    'withdrawal' as type, 'earnings' as account, -amount_micros as micros, status, null::uuid as campaign_id, id as withdrawal_id,
    null::bigint as clicks, failure_reason as note
  from withdrawals where user_id = ${userId}`;

/** Partial returns of withdrawals. A withdrawal that is returned in full counts as failed. */
const returns = (db: Queryable, userId: UserId) => db`
  select 'returned:' || id as id, date_trunc('milliseconds', requested_at) as at,
    'correction' as type, 'earnings' as account, returned_micros as micros, 'completed' as status,
    null::uuid as campaign_id, null::uuid as withdrawal_id, null::bigint as clicks, failure_reason as note
  from withdrawals where user_id = ${userId} and status = 'completed' and returned_micros > 0`;

/** Refunds that the user requested; a failed one has its money back. */
const refunds = (db: Queryable, userId: UserId) => db`
  select 'refund:' || r.id as id, date_trunc('milliseconds', r.requested_at) as at,
    'refund' as type, 'wallet' as account, -r.amount_micros as micros,
    case r.status when 'succeeded' then 'completed' when 'sent' then 'pending' else r.status end as status,
    null::uuid as campaign_id, null::uuid as withdrawal_id, null::bigint as clicks,
    r.failure_reason as note
  from refunds r where r.user_id = ${userId}`;

/** Leaves out what is a line of its own: deposits, and requested refunds with their reversals. */
const walletMovements = (db: Queryable, userId: UserId) => db`
  select 'ledger:' || t.id as id, date_trunc('milliseconds', t.created_at) as at,
    case t.kind when 'reserve' then 'reservation' when 'reversal' then 'correction'
      when 'loss_payment' then 'correction' when 'earnings_spent' then 'transfer' else t.kind end as type,
    'wallet' as account, e.micros, 'completed' as status,
    (select other.owner_id from ledger_entries o join ledger_accounts other on other.id = o.account_id
     where o.transaction_id = t.id and other.kind = 'escrow' limit 1) as campaign_id,
    null::uuid as withdrawal_id,
    null::bigint as clicks, t.memo as note
  from ledger_accounts a
  join ledger_entries e on e.account_id = a.id
  join ledger_transactions t on t.id = e.transaction_id
  where a.kind = 'wallet' and a.owner_id = ${userId} and t.kind <> 'deposit'
    and not exists (select from refunds r where r.transaction_id in (t.id, t.reverses))`;

/**
 * Refunds and disputes of deposits that were spent: they move no balance, and pause
 * campaigns.
 */
const lostClaims = (db: Queryable, userId: UserId) => db`
  select 'ledger:' || t.id as id, date_trunc('milliseconds', t.created_at) as at, t.kind as type,
    'wallet' as account, 0::bigint as micros, 'completed' as status, null::uuid as campaign_id, null::uuid as withdrawal_id,
    null::bigint as clicks, t.memo as note
  from deposits d
  join ledger_transactions t on t.reference = 'deposit:' || d.id and t.kind in ('refund', 'dispute')
  where d.user_id = ${userId} and not exists (
    select from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transaction_id = t.id and a.kind = 'wallet'
  )`;

/**
 * Reversals, and later payments of the debt that they left. Such transactions are few and a
 * creator's entries are many, so the query begins with the transactions. A reversal of spent
 * earnings moves only the debt, and counts as zero.
 */
const earningsCorrections = (db: Queryable, userId: UserId) => db`
  with corrections as materialized (
    select id, created_at, memo from ledger_transactions
    where kind in ('reversal', 'click_reversal', 'debt_payment')
  ),
  own as materialized (
    select id, kind from ledger_accounts where kind in ('earnings', 'debt') and owner_id = ${userId}
  )
  select 'ledger:' || t.id as id, date_trunc('milliseconds', t.created_at) as at,
    'correction' as type, 'earnings' as account,
    coalesce(sum(e.micros) filter (where own.kind = 'earnings'), 0)::bigint as micros,
    'completed' as status, null::uuid as campaign_id, null::uuid as withdrawal_id, null::bigint as clicks, t.memo as note
  from corrections t cross join own
  join ledger_entries e on e.transaction_id = t.id and e.account_id = own.id
  group by t.id, t.created_at, t.memo`;

/** What earnings lost to the wallet; the other side is among the movements of the wallet. */
const spentEarnings = (db: Queryable, userId: UserId) => db`
  select 'spent:' || t.id as id, date_trunc('milliseconds', t.created_at) as at, 'transfer' as type,
    'earnings' as account, e.micros, 'completed' as status, null::uuid as campaign_id,
    null::uuid as withdrawal_id, null::bigint as clicks, t.memo as note
  from ledger_transactions t
  join ledger_entries e on e.transaction_id = t.id and e.micros < 0
  where t.reference = 'earnings:' || ${userId}::text`;

/**
 * All that clicks were paid, reversed ones included: their correction is a line of its own. Reads
 * the counters by device, of which each day has the fewest rows.
 */
const earnings = (db: Queryable, userId: UserId) => db`
  select 'earnings:' || to_char(day, 'YYYY-MM-DD') || ':' || campaign_id as id, day as at,
    'earnings' as type, 'earnings' as account, sum(micros)::bigint as micros,
    'completed' as status, campaign_id, null::uuid as withdrawal_id, sum(clicks)::bigint as clicks, null::text as note
  from (
    select k.campaign_id, k.day::timestamp at time zone 'UTC' as day, k.valid as clicks, k.paid_micros as micros
    from link_outcomes l
    join click_days k on k.campaign_id = l.campaign_id and k.creator_id = l.creator_id and k.dimension = 'device'
    where l.creator_id = ${userId}
    union all
    select campaign_id, date_trunc('day', clicked_at, 'UTC'), 1, -micros
    from click_decisions where creator_id = ${userId} and action = 'reverse'
  ) paid
  group by campaign_id, day having sum(clicks) > 0`;

/** Condition: the campaign is over and every click before its end is judged. Clicks after it may still arrive. */
function isOver(db: Queryable, watermark: Date) {
  return db`
    c.funded_at is not null and c.released_at is null and c.ends_at <= ${watermark}
    and not exists (
      select from pending_clicks p where p.campaign_id = c.id and p.clicked_at < c.ends_at
    )`;
}

/** Condition: no click is held, so nothing of a campaign that is over can still be paid. */
function holdsNothing(db: Queryable) {
  return db`not exists (select from held_claims h where h.campaign_id = c.id and h.clicks > 0)`;
}

/** What the escrow has above the claims of held clicks. */
function unclaimed(db: Queryable) {
  return db`
    (select a.balance_micros from ledger_accounts a where a.kind = 'escrow' and a.owner_id = c.id)
    - coalesce((select h.micros from held_claims h where h.campaign_id = c.id), 0)`;
}

/** Lists campaigns that are over and have something to release, or nothing more to pay. */
export async function listReleasableCampaigns(
  db: Queryable,
  { watermark, limit }: { watermark: Date; limit: number },
): Promise<{ id: CampaignId; developerId: UserId }[]> {
  return db<{ id: CampaignId; developerId: UserId }[]>`
    /* escrowReleases.listReleasable */
    select c.id, c.developer_id from campaigns c
    where ${isOver(db, watermark)} and (${holdsNothing(db)} or ${unclaimed(db)} > 0)
    order by c.ends_at, c.id limit ${limit}`;
}

/**
 * Returns what a campaign that is over can release: its escrow without the claims of held clicks. Null if
 * it is not over. The escrow must be locked.
 */
export async function findUnclaimed(
  tx: Tx,
  { id, watermark }: { id: CampaignId; watermark: Date },
): Promise<bigint | null> {
  const [row] = await tx<{ micros: bigint }[]>`
    /* escrowReleases.findUnclaimed */
    select (${unclaimed(tx)})::bigint as micros from campaigns c
    where c.id = ${id} and ${isOver(tx, watermark)}`;
  return row?.micros ?? null;
}

/**
 * Lists what a developer's campaigns hold without the claims of held clicks, and without the most that pending
 * clicks can cost: twice the highest price, as a fee is at most the price. The escrows must be locked.
 */
export async function listUnspent(
  tx: Tx,
  developerId: UserId,
): Promise<{ id: CampaignId; micros: bigint }[]> {
  return tx<{ id: CampaignId; micros: bigint }[]>`
    /* escrowReleases.listUnspent */
    select id, micros from (
      select c.id, (${unclaimed(tx)} - 2 * (
        (select count(*) from pending_clicks p where p.campaign_id = c.id)
        * (select max(r.payout_micros) from campaign_prices r where r.campaign_id = c.id)
      ))::bigint as micros
      from campaigns c
      where c.developer_id = ${developerId} and c.funded_at is not null and c.released_at is null
    ) unspent
    where micros > 0 order by id`;
}

/** Marks the campaign as released. Returns false if it was released already, or can still pay. */
export async function markReleased(
  tx: Tx,
  { id, watermark, at }: { id: CampaignId; watermark: Date; at: Date },
): Promise<boolean> {
  const updated = await tx`
    /* escrowReleases.markReleased */
    update campaigns c set released_at = ${at}
    where c.id = ${id} and ${isOver(tx, watermark)} and ${holdsNothing(tx)}`;
  return updated.count === 1;
}
