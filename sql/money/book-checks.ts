import type { Tx } from "../db/client";

/** Amounts and counts as text, exact to the last digit. */
export type Difference = Record<string, string | null>;

/** A claim about the books. `find` returns the rows that contradict it, at most `limit`. */
export type BookCheck = {
  name: string;
  claim: string;
  find: (tx: Tx, limit: number) => Promise<Difference[]>;
};

export const campaignChecks: BookCheck[] = [
  {
    name: "campaigns_add_up",
    claim: "escrow, paid and released come to what was reserved, for every campaign",
    find: (tx, limit) => tx<Difference[]>`
      /* books.campaignsAddUp */
      select a.owner_id as campaign, a.balance_micros::text as escrow_micros,
        coalesce(m.paid, 0)::text as paid_micros, coalesce(m.released, 0)::text as released_micros,
        coalesce(m.reserved, 0)::text as reserved_micros
      from ledger_accounts a left join (${escrowMovements(tx)}) m on m.account_id = a.id
      where a.kind = 'escrow' and a.balance_micros + coalesce(m.paid, 0) + coalesce(m.released, 0)
        <> coalesce(m.reserved, 0)
      order by a.id limit ${limit}`,
  },
  {
    name: "budgets_reserved",
    claim: "a funded campaign has reserved its budget, any other has reserved nothing",
    find: (tx, limit) => tx<Difference[]>`
      /* books.budgetsReserved */
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
      where coalesce(r.micros, 0) <> case when c.funded_at is null then 0 else c.budget_micros end
      order by c.id limit ${limit}`,
  },
  {
    name: "released_escrows_empty",
    claim: "a campaign that was closed has nothing left in escrow",
    find: (tx, limit) => tx<Difference[]>`
      /* books.releasedEscrowsEmpty */
      select c.id as campaign, c.released_at::text as released_at, a.balance_micros::text as escrow_micros
      from campaigns c join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      where c.released_at is not null and a.balance_micros <> 0
      order by c.id limit ${limit}`,
  },
  {
    name: "claims_equal_held_clicks",
    claim:
      "what is claimed from a campaign's escrow is the prices and fees of its held clicks, and is there",
    find: (tx, limit) => tx<Difference[]>`
      /* books.claimsEqualHeldClicks */
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
        or coalesce(h.micros, 0) > coalesce(a.balance_micros, 0)
      order by c.id limit ${limit}`,
  },
  {
    name: "fees_equal_clicks",
    claim: "every payout and reversal of clicks moves the fee of each click's price",
    find: (tx, limit) => tx<Difference[]>`
      /* books.feesEqualClicks */
      select d.id as transaction, d.campaign, d.micros::text as due_micros,
        coalesce(f.micros, 0)::text as entered_micros
      from (
        select p.id, c.id as campaign, sum(p.clicks * click_fee(p.price, c.fee_basis_points)) as micros
        from (
          select t.id, t.reference, e.quantity as clicks, e.unit_micros as price
          from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'earnings'
          where t.kind = 'click_payout'
          union all
          select t.id, t.reference, -1, -d.micros
          from ledger_transactions t
          join click_decisions d on d.transaction_id = t.id and d.action = 'reverse'
        ) p
        join campaigns c on p.reference = 'campaign:' || c.id
        group by p.id, c.id
      ) d
      left join (
        select e.transaction_id, sum(e.micros) as micros
        from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
        group by e.transaction_id
      ) f on f.transaction_id = d.id
      where d.micros <> coalesce(f.micros, 0)
      order by d.id limit ${limit}`,
  },
];

/** Sums the movements of each escrow by kind. Reversals are subtracted from what they reverse. */
function escrowMovements(tx: Tx) {
  return tx`
    select e.account_id,
      sum(e.micros) filter (where coalesce(o.kind, t.kind) = 'reserve') as reserved,
      -sum(e.micros) filter (where coalesce(o.kind, t.kind) in ('click_payout', 'click_reversal')) as paid,
      -sum(e.micros) filter (where coalesce(o.kind, t.kind) = 'release') as released
    from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.kind = 'escrow'
    join ledger_transactions t on t.id = e.transaction_id
    left join ledger_transactions o on o.id = t.reverses
    group by e.account_id`;
}

export const decisionChecks: BookCheck[] = [
  {
    name: "reversals_equal_decisions",
    claim:
      "the clicks of each reversal are what it took from each creator's earnings or added to their debt",
    find: (tx, limit) => tx<Difference[]>`
      /* books.reversalsEqualDecisions */
      select transaction_id as transaction, creator_id as creator,
        coalesce(d.micros, 0)::text as clicks_micros, coalesce(e.micros, 0)::text as entered_micros
      from (
        select transaction_id, creator_id, sum(micros) as micros
        from click_decisions where action = 'reverse' group by transaction_id, creator_id
      ) d
      full join (
        select e.transaction_id, a.owner_id as creator_id, sum(e.micros) as micros
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('earnings', 'debt')
        where t.kind = 'click_reversal' group by e.transaction_id, a.owner_id
      ) e using (transaction_id, creator_id)
      where d.micros is distinct from e.micros
      order by transaction_id, creator_id limit ${limit}`,
  },
  {
    name: "verdicts_equal_decisions",
    claim:
      "every click that operators decided about has the verdict of the last decision; one that is held again is not paid",
    find: (tx, limit) => tx<Difference[]>`
      /* books.verdictsEqualDecisions */
      select c.id as click, c.verdict, d.action as decided, c.paid_micros::text as paid_micros
      from (
        select distinct on (click_id) click_id, clicked_at, action, micros, transaction_id
        from click_decisions order by click_id, id desc
      ) d
      join clicks c on c.id = d.click_id and c.clicked_at = d.clicked_at
      where (c.verdict, c.paid_micros, c.transaction_id) is distinct from (
        case when d.action = 'approve' then 'valid'
          when d.action = 'hold' and c.verdict = 'held' then 'held' else 'invalid' end,
        case d.action when 'approve' then d.micros else 0 end,
        case d.action when 'approve' then d.transaction_id end
      )
      order by c.id limit ${limit}`,
  },
  {
    name: "debts_are_paid_first",
    claim: "no debt is positive, and nobody with a debt has earnings",
    find: (tx, limit) => tx<Difference[]>`
      /* books.debtsArePaidFirst */
      select d.owner_id as user, d.balance_micros::text as debt_micros,
        e.balance_micros::text as earnings_micros
      from ledger_accounts d
      left join ledger_accounts e on e.kind = 'earnings' and e.owner_id = d.owner_id
      where d.kind = 'debt' and (d.balance_micros > 0 or (d.balance_micros < 0 and e.balance_micros > 0))
      order by d.id limit ${limit}`,
  },
];

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
