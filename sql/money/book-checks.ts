import type { Fragment, Tx } from "../db/client";
import { decidedIn, ledgerOf, type ProofScope } from "./proof-scope";

/** Amounts and counts as text, exact to the last digit. */
type Difference = Record<string, string | null>;

export type Proving = { scope: ProofScope; limit: number };

/** A claim about the books. `find` returns the rows of the scope that contradict it, at most `limit`. */
export type BookCheck = {
  name: string;
  claim: string;
  find: (tx: Tx, proving: Proving) => Promise<Difference[]>;
};

type Claim = { claim: string; differences: (tx: Tx, scope: ProofScope) => Fragment };

/** Defines claims by their names. `differences` selects the rows that contradict one, what names them first. */
export function defineChecks(claims: Record<string, Claim>): BookCheck[] {
  return Object.entries(claims).map(([name, { claim, differences }]) => ({
    name,
    claim,
    find: (tx, { scope, limit }) => tx<Difference[]>`
      /* books.find */
      select * from (${differences(tx, scope)}) d order by d limit ${limit}`,
  }));
}

export const ledgerChecks = defineChecks({
  transactions_sum_to_zero: {
    claim: "every transaction sums to zero",
    differences: (tx, scope) => tx`
      select transaction_id as transaction, sum(micros)::text as sum_micros
      from ${ledgerOf(tx, scope).entries} e group by transaction_id having sum(micros) <> 0`,
  },
  transactions_have_entries: {
    claim: "every transaction has two entries or more",
    differences: (tx, scope) => tx`
      select t.id as transaction, t.kind, count(e.transaction_id)::text as entries
      from ${ledgerOf(tx, scope).transactions} t left join ${ledgerOf(tx, scope).entries} e on e.transaction_id = t.id
      group by t.id, t.kind having count(e.transaction_id) < 2`,
  },
  entries_belong: {
    claim: "every entry belongs to a transaction and to an account",
    differences: (tx, scope) => tx`
      select e.transaction_id as transaction, e.account_id::text as account, e.micros::text as micros
      from ${ledgerOf(tx, scope).entries} e
      left join ${ledgerOf(tx, scope).transactions} t on t.id = e.transaction_id
      left join ledger_accounts a on a.id = e.account_id
      where t.id is null or a.id is null`,
  },
  balances_equal_entries: {
    claim: "every balance is the sum of its account's entries",
    differences: (tx, scope) => tx`
      select a.id::text as account, a.kind, a.owner_id as owner,
        a.balance_micros::text as balance_micros, coalesce(e.micros, 0)::text as entries_micros
      from ledger_accounts a
      left join (
        select account_id, sum(micros) as micros from ${ledgerOf(tx, scope).balances} b group by account_id
      ) e on e.account_id = a.id
      where a.balance_micros <> coalesce(e.micros, 0)`,
  },
  guarded_balances_not_negative: {
    claim: "no wallet, earnings, escrow or money in transit is below zero",
    differences: (tx) => tx`
      select id::text as account, kind, owner_id as owner, balance_micros::text as balance_micros
      from ledger_accounts
      where kind in ('wallet', 'earnings', 'in_transit', 'escrow') and balance_micros < 0`,
  },
  reversals_mirror: {
    claim: "every reversal is the exact opposite of what it reverses",
    differences: (tx, scope) => tx`
      select r.id as reversal, r.reverses as transaction, sum(e.micros)::text as sum_micros
      from ${ledgerOf(tx, scope).transactions} r
      join ledger_entries e on e.transaction_id in (r.id, r.reverses)
      where r.reverses is not null
      group by r.id, r.reverses, e.account_id having sum(e.micros) <> 0`,
  },
  lots_equal_balances: {
    claim: "the lots of every wallet, escrow, earnings and money in transit are its balance",
    differences: (tx) => tx`
      select a.id::text as account, a.kind, a.owner_id as owner,
        a.balance_micros::text as balance_micros, coalesce(l.micros, 0)::text as lots_micros
      from ledger_accounts a
      left join (
        select account_id, sum(micros) as micros from ledger_lot_balances group by account_id
      ) l on l.account_id = a.id
      where coalesce(l.micros, 0) <>
        case when a.kind in ('wallet', 'earnings', 'in_transit', 'escrow') then a.balance_micros else 0 end`,
  },
  lots_equal_their_entries: {
    claim: "every lot of an account is the sum of its entries in that lot",
    differences: (tx, scope) => tx`
      select account_id::text as account, lot_id as lot, coalesce(b.micros, 0)::text as lot_micros,
        coalesce(e.micros, 0)::text as entries_micros
      from ledger_lot_balances b
      full join (
        select e.account_id, e.lot_id, sum(e.micros) as micros
        from ${ledgerOf(tx, scope).lotBalances} e
        join ledger_accounts a on a.id = e.account_id
          and a.kind in ('wallet', 'earnings', 'in_transit', 'escrow')
        group by e.account_id, e.lot_id having sum(e.micros) <> 0
      ) e using (account_id, lot_id)
      where b.micros is distinct from e.micros`,
  },
  entries_equal_their_lots: {
    claim: "every entry is the sum of its lots",
    differences: (tx, scope) => tx`
      select transaction_id as transaction, account_id::text as account,
        coalesce(e.micros, 0)::text as micros, coalesce(l.micros, 0)::text as lots_micros
      from ${ledgerOf(tx, scope).entries} e
      full join (
        select transaction_id, account_id, sum(micros) as micros
        from ${ledgerOf(tx, scope).lots} l group by transaction_id, account_id
      ) l using (transaction_id, account_id)
      where e.micros is distinct from l.micros`,
  },
  transactions_sum_to_zero_in_each_lot: {
    claim: "every transaction sums to zero in each lot, so all lots together are the deposits",
    differences: (tx, scope) => tx`
      select transaction_id as transaction, lot_id as lot, sum(micros)::text as sum_micros
      from ${ledgerOf(tx, scope).lots} l group by transaction_id, lot_id having sum(micros) <> 0`,
  },
  money_that_left_is_explained: {
    claim:
      "of no deposit has more left than it brought, and of the platform's own money no more than its fees and losses",
    differences: (tx, scope) => tx`
      select lot_id as lot, reference as deposit, left_micros::text as left_micros,
        explained_micros::text as explained_micros
      from (
        select l.id as lot_id, l.reference,
          coalesce(sum(e.micros) filter (where a.kind = 'stripe_clearing'
            or a.kind in ('wallet', 'escrow', 'earnings', 'in_transit')), 0) as left_micros,
          coalesce(-sum(e.micros) filter (where l.reference is null
            and a.kind in ('fees', 'losses', 'stripe_fees')), 0) as explained_micros
        from ledger_lots l
        join ${ledgerOf(tx, scope).lotBalances} e on e.lot_id = l.id
        join ledger_accounts a on a.id = e.account_id
        group by l.id
      ) sums
      where left_micros > explained_micros`,
  },
  debts_are_recoverable: {
    claim: "what developers are to recover is what creators owe for clicks of their campaigns",
    differences: (tx) => tx`
      select owner_id as developer, coalesce(r.balance_micros, 0)::text as recoverable_micros,
        coalesce(d.micros, 0)::text as owed_micros
      from (
        select owner_id, balance_micros from ledger_accounts where kind = 'recoverable'
      ) r
      full join (
        select c.developer_id as owner_id, -sum(e.micros) as micros
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        left join campaigns c on t.reference = 'campaign:' || c.id
        where a.kind = 'debt' group by c.developer_id
      ) d using (owner_id)
      where coalesce(r.balance_micros, 0) <> coalesce(d.micros, 0)`,
  },
});

export const paymentChecks = defineChecks({
  deposits_equal_postings: {
    claim: "every completed deposit was credited once to its user's wallet, and nothing else was",
    differences: (tx) => tx`
      select reference as deposit, d.user_id as user, d.amount_micros::text as deposit_micros,
        p.micros::text as credited_micros, p.owner_id as credited_to
      from (
        select 'deposit:' || id as reference, user_id, amount_micros from deposits where status = 'completed'
      ) d
      full join (
        select coalesce(t.reference, t.id::text) as reference, min(a.owner_id::text)::uuid as owner_id,
          sum(e.micros) as micros
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
        where t.kind = 'deposit' group by 1
      ) p using (reference)
      where (d.user_id, d.amount_micros) is distinct from (p.owner_id, p.micros)`,
  },
  withdrawals_equal_postings: {
    claim: "every withdrawal's money is where its status says: in transit, gone, or back",
    differences: (tx) => tx`
      select w.id as withdrawal, w.status, w.amount_micros::text as amount_micros,
        w.returned_micros::text as returned_micros, coalesce(p.earnings, 0)::text as earnings_micros,
        coalesce(p.in_transit, 0)::text as in_transit_micros
      from withdrawals w
      left join (
        select t.reference, a.owner_id,
          sum(e.micros) filter (where a.kind = 'earnings') as earnings,
          sum(e.micros) filter (where a.kind = 'in_transit') as in_transit
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('earnings', 'in_transit')
        where t.kind <> 'click_payout' and t.reference like 'withdrawal:%' group by t.reference, a.owner_id
      ) p on p.reference = 'withdrawal:' || w.id and p.owner_id = w.user_id
      where coalesce(p.earnings, 0) <> case w.status when 'failed' then 0 else w.returned_micros - w.amount_micros end
        or coalesce(p.in_transit, 0) <> case w.status when 'pending' then w.amount_micros else 0 end`,
  },
  transit_equals_open_withdrawals: {
    claim: "the money in transit of every user is that of their open withdrawals",
    differences: (tx) => tx`
      select a.owner_id as user, a.balance_micros::text as in_transit_micros,
        coalesce(w.micros, 0)::text as open_micros
      from ledger_accounts a
      left join (
        select user_id, sum(amount_micros) as micros from withdrawals
        where status = 'pending' group by user_id
      ) w on w.user_id = a.owner_id
      where a.kind = 'in_transit' and a.balance_micros <> coalesce(w.micros, 0)`,
  },
  refunds_equal_postings: {
    claim: "every requested refund left its user's wallet once, and returned to it if it failed",
    differences: (tx) => tx`
      select r.id as refund, r.status, r.amount_micros::text as amount_micros,
        coalesce(p.micros, 0)::text as wallet_micros, p.owner_id as taken_from
      from refunds r
      left join (
        select t.id, min(a.owner_id::text)::uuid as owner_id,
          sum(e.micros) filter (where t.kind = 'refund' and t.reference = 'deposit:' || r.deposit_id)
            * case when count(u.id) > 0 then 0 else 1 end as micros
        from refunds r
        join ledger_transactions t on t.id = r.transaction_id
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
        left join ledger_transactions u on u.reverses = t.id
        group by t.id
      ) p on p.id = r.transaction_id
      where p.owner_id is distinct from r.user_id
        or coalesce(p.micros, 0) <> case r.status when 'failed' then 0 else -r.amount_micros end`,
  },
  refunds_within_deposits: {
    claim: "no more of a deposit is refunded on request than was deposited",
    differences: (tx) => tx`
      select d.id as deposit, d.amount_micros::text as deposit_micros, r.micros::text as refunded_micros
      from deposits d
      join (
        select deposit_id, sum(amount_micros) as micros from refunds where status <> 'failed' group by 1
      ) r on r.deposit_id = d.id
      where d.status <> 'completed' or r.micros > d.amount_micros`,
  },
});

export const campaignChecks = defineChecks({
  campaigns_add_up: {
    claim: "escrow, paid and released come to what was reserved, for every campaign",
    differences: (tx, scope) => tx`
      select a.owner_id as campaign, a.balance_micros::text as escrow_micros,
        coalesce(m.paid, 0)::text as paid_micros, coalesce(m.released, 0)::text as released_micros,
        coalesce(m.reserved, 0)::text as reserved_micros
      from ledger_accounts a left join (${escrowMovements(tx, scope)}) m on m.account_id = a.id
      where a.kind = 'escrow' and coalesce(m.moved, 0) + coalesce(m.paid, 0) + coalesce(m.released, 0)
        <> coalesce(m.reserved, 0)`,
  },
  budgets_reserved: {
    claim: "a funded campaign has reserved its budget, any other has reserved nothing",
    differences: (tx) => tx`
      select c.id as campaign, (case when c.funded_at is null then 0 else c.budget_micros end)::text as budget_micros,
        coalesce(r.micros, 0)::text as reserved_micros
      from campaigns c
      left join (
        select a.owner_id, sum(e.micros) as micros
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'escrow'
        where t.kind = 'reserve' group by a.owner_id
      ) r on r.owner_id = c.id
      where coalesce(r.micros, 0) <> case when c.funded_at is null then 0 else c.budget_micros end`,
  },
  released_escrows_empty: {
    claim: "a campaign that was closed has nothing left in escrow",
    differences: (tx) => tx`
      select c.id as campaign, c.released_at::text as released_at, a.balance_micros::text as escrow_micros
      from campaigns c join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      where c.released_at is not null and a.balance_micros <> 0`,
  },
  claims_equal_held_clicks: {
    claim:
      "what is claimed from a campaign's escrow is the prices and fees of its held clicks, and is there",
    differences: (tx) => tx`
      select c.id as campaign, coalesce(h.micros, 0)::text as claimed_micros,
        coalesce(n.micros, 0)::text as held_micros,
        coalesce(a.balance_micros, 0)::text as escrow_micros
      from campaigns c
      left join held_claims h on h.campaign_id = c.id
      left join (
        select campaign_id, count(*) as clicks, sum(price_micros + fee_micros) as micros
        from clicks where verdict = 'held' group by campaign_id
      ) n on n.campaign_id = c.id
      left join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      where coalesce(h.clicks, 0) <> coalesce(n.clicks, 0)
        or coalesce(h.micros, 0) <> coalesce(n.micros, 0)
        or coalesce(h.micros, 0) > coalesce(a.balance_micros, 0)`,
  },
  fees_equal_clicks: {
    claim: "every payout and reversal of clicks moves the fee of each click's price",
    differences: (tx, scope) => tx`
      select d.id as transaction, d.campaign, d.micros::text as due_micros,
        coalesce(f.micros, 0)::text as entered_micros
      from (
        select p.id, c.id as campaign, sum(p.clicks * click_fee(p.price, c.fee_basis_points)) as micros
        from (
          select t.id, t.reference, e.quantity as clicks, e.unit_micros as price
          from ${ledgerOf(tx, scope).transactions} t
          join ${ledgerOf(tx, scope).entries} e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'earnings'
          where t.kind = 'click_payout'
          union all
          select t.id, t.reference, -1, -d.micros
          from ${ledgerOf(tx, scope).transactions} t
          join click_decisions d on d.transaction_id = t.id and d.action = 'reverse'
            and ${decidedIn(tx, scope)}
        ) p
        join campaigns c on p.reference = 'campaign:' || c.id
        group by p.id, c.id
      ) d
      left join (
        select e.transaction_id, sum(e.micros) as micros
        from ${ledgerOf(tx, scope).entries} e join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
        group by e.transaction_id
      ) f on f.transaction_id = d.id
      where d.micros <> coalesce(f.micros, 0)`,
  },
});

/** Sums the movements of each escrow by kind. Reversals are subtracted from what they reverse. */
function escrowMovements(tx: Tx, scope: ProofScope) {
  return tx`
    select e.account_id, sum(e.micros) as moved,
      sum(e.micros) filter (where coalesce(o.kind, t.kind) = 'reserve') as reserved,
      -sum(e.micros) filter (where coalesce(o.kind, t.kind) in ('click_payout', 'click_reversal')) as paid,
      -sum(e.micros) filter (where coalesce(o.kind, t.kind) = 'release') as released
    from ${ledgerOf(tx, scope).entries} e
    join ledger_accounts a on a.id = e.account_id and a.kind = 'escrow'
    join ${ledgerOf(tx, scope).transactions} t on t.id = e.transaction_id
    left join ledger_transactions o on o.id = t.reverses
    group by e.account_id`;
}

export const decisionChecks = defineChecks({
  reversals_equal_decisions: {
    claim:
      "the clicks of each reversal are what it took from each creator's earnings or added to their debt",
    differences: (tx, scope) => tx`
      select transaction_id as transaction, creator_id as creator,
        coalesce(d.micros, 0)::text as clicks_micros, coalesce(e.micros, 0)::text as entered_micros
      from (
        select transaction_id, creator_id, sum(micros) as micros
        from click_decisions where action = 'reverse' and ${decidedIn(tx, scope)} group by transaction_id, creator_id
      ) d
      full join (
        select e.transaction_id, a.owner_id as creator_id, sum(e.micros) as micros
        from ${ledgerOf(tx, scope).transactions} t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('earnings', 'debt')
        where t.kind = 'click_reversal' group by e.transaction_id, a.owner_id
      ) e using (transaction_id, creator_id)
      where d.micros is distinct from e.micros`,
  },
  approvals_equal_decisions: {
    claim: "the clicks of each approval are what it paid each creator",
    differences: (tx, scope) => tx`
      select transaction_id as transaction, creator_id as creator,
        coalesce(d.clicks, 0)::text as clicks, coalesce(d.micros, 0)::text as clicks_micros,
        coalesce(e.clicks, 0)::text as entered_clicks, coalesce(e.micros, 0)::text as entered_micros
      from (
        select transaction_id, creator_id, count(*) as clicks, sum(micros) as micros
        from click_decisions where action = 'approve' and ${decidedIn(tx, scope)} group by transaction_id, creator_id
      ) d
      full join (
        select e.transaction_id, a.owner_id as creator_id, e.quantity as clicks, e.micros
        from ${ledgerOf(tx, scope).transactions} t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'earnings'
        where t.kind = 'click_payout' and t.click_day is null
      ) e using (transaction_id, creator_id)
      where (d.clicks, d.micros) is distinct from (e.clicks, e.micros)`,
  },
  debts_are_paid_first: {
    claim: "no debt is positive, and nobody with a debt has earnings",
    differences: (tx) => tx`
      select d.owner_id as user, d.balance_micros::text as debt_micros,
        e.balance_micros::text as earnings_micros
      from ledger_accounts d
      left join ledger_accounts e on e.kind = 'earnings' and e.owner_id = d.owner_id
      where d.kind = 'debt' and (d.balance_micros > 0 or (d.balance_micros < 0 and e.balance_micros > 0))`,
  },
});

type Proof = { proof: "books" | "stripe"; checks: { name: string; differences: number }[] };

/** Replaces the last results of a proof, those of removed checks included. */
export async function replaceBooksProof(tx: Tx, { proof, checks }: Proof): Promise<void> {
  await tx`/* booksProofs.delete */ delete from books_proofs where proof = ${proof}`;
  await tx`
    /* booksProofs.insert */
    insert into books_proofs (check_name, proof, differences)
    select name, ${proof}, differences
    from unnest(${checks.map(({ name }) => name)}::text[],
      ${checks.map(({ differences }) => differences)}::int[]) as c (name, differences)
    on conflict (check_name) do update
    set proof = excluded.proof, differences = excluded.differences, proved_at = now()`;
}
