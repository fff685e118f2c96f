import type { Tx } from "../../db/client";
import type { BookCheck, Difference } from "./book-check";

export const campaignChecks: BookCheck[] = [
  {
    name: "campaigns_add_up",
    claim: "escrow, paid and released come to what was reserved, for every campaign",
    find: (tx, limit) => tx<Difference[]>`
      /* books.campaignsAddUp */
      select a.owner_id as campaign, a.balance_micros::text as "escrowMicros",
        coalesce(m.paid, 0)::text as "paidMicros", coalesce(m.released, 0)::text as "releasedMicros",
        coalesce(m.reserved, 0)::text as "reservedMicros"
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
      select c.id as campaign, (case when c.funded_at is null then 0 else c.budget_micros end)::text as "budgetMicros",
        coalesce(r.micros, 0)::text as "reservedMicros"
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
      select c.id as campaign, c.released_at::text as "releasedAt", a.balance_micros::text as "escrowMicros"
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
      select c.id as campaign, coalesce(h.micros, 0)::text as "claimedMicros",
        coalesce(n.micros + n.clicks * c.fee_micros, 0)::text as "heldMicros",
        coalesce(a.balance_micros, 0)::text as "escrowMicros"
      from campaigns c
      left join held_claims h on h.campaign_id = c.id
      left join (
        select campaign_id, count(*) as clicks, sum(price_micros) as micros from clicks where verdict = 'held' group by campaign_id
      ) n on n.campaign_id = c.id
      left join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      where coalesce(h.clicks, 0) <> coalesce(n.clicks, 0)
        or coalesce(h.micros, 0) <> coalesce(n.micros + n.clicks * c.fee_micros, 0)
        or coalesce(h.micros, 0) > coalesce(a.balance_micros, 0)
      order by c.id limit ${limit}`,
  },
  {
    name: "fees_equal_clicks",
    claim: "every payout and reversal of clicks moves their campaign's fee once per click",
    find: (tx, limit) => tx<Difference[]>`
      /* books.feesEqualClicks */
      select t.id as transaction, c.id as campaign, (t.clicks * c.fee_micros)::text as "dueMicros",
        coalesce(f.micros, 0)::text as "enteredMicros"
      from (
        select t.id, t.reference, e.quantity as clicks
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'escrow'
        where t.kind = 'click_payout'
        union all
        select t.id, t.reference, -d.clicks
        from ledger_transactions t
        join (
          select transaction_id, count(*) as clicks
          from click_decisions where action = 'reverse' group by transaction_id
        ) d on d.transaction_id = t.id
      ) t
      join campaigns c on t.reference = 'campaign:' || c.id
      left join (
        select e.transaction_id, sum(e.micros) as micros
        from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
        group by e.transaction_id
      ) f on f.transaction_id = t.id
      where t.clicks * c.fee_micros <> coalesce(f.micros, 0)
      order by t.id limit ${limit}`,
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
