import type { BookCheck, Difference } from "./book-checks";
import { linkTotalsCheck } from "./stat-checks";

export const clickChecks: BookCheck[] = [
  {
    name: "paid_clicks_equal_payouts",
    claim:
      "the paid clicks of every creator and transaction, and those reversed since, are that transaction's entry for them",
    find: (tx, limit) => tx<Difference[]>`
      /* books.paidClicksEqualPayouts */
      select transaction_id as transaction, creator_id as creator,
        coalesce(c.clicks, 0)::text as clicks, coalesce(c.micros, 0)::text as clicks_micros,
        coalesce(e.clicks, 0)::text as entered_clicks, coalesce(e.micros, 0)::text as entered_micros
      from (
        select transaction_id, creator_id, sum(clicks) as clicks, sum(paid_micros) as micros
        from (
          select transaction_id, creator_id, clicks, paid_micros
          from counted_clicks where transaction_id is not null
          union all
          select paid_by, creator_id, 1, -micros from click_decisions where paid_by is not null
        ) paid group by transaction_id, creator_id
      ) c
      full join (
        select e.transaction_id, a.owner_id as creator_id, e.quantity as clicks, e.micros
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'earnings'
        where t.kind = 'click_payout'
      ) e using (transaction_id, creator_id)
      where (c.clicks, c.micros) is distinct from (e.clicks, e.micros)
      order by transaction_id, creator_id limit ${limit}`,
  },
  {
    name: "clicks_judged_once",
    claim: "no click is judged twice, or judged and still waiting",
    find: (tx, limit) => tx<Difference[]>`
      /* books.clicksJudgedOnce */
      select id as click, count(*)::text as rows
      from (select id from clicks union all select p.id from pending_clicks p join clicks c on c.id = p.id) k
      group by id having count(*) > 1 order by id limit ${limit}`,
  },
  {
    name: "clicks_have_their_price",
    claim:
      "the price of every click is the campaign's price of its time, and its fee the campaign's share of it",
    find: (tx, limit) => tx<Difference[]>`
      /* books.clicksHaveTheirPrice */
      select c.id as click, c.price_micros::text as price_micros, p.payout_micros::text as then_micros,
        c.fee_micros::text as fee_micros
      from clicks c
      join campaigns m on m.id = c.campaign_id
      left join (
        select campaign_id, payout_micros, starts_at,
          lead(starts_at, 1, 'infinity') over (partition by campaign_id order by starts_at) as ends_at
        from campaign_prices
      ) p on p.campaign_id = c.campaign_id and c.clicked_at >= p.starts_at and c.clicked_at < p.ends_at
      where c.price_micros is distinct from p.payout_micros
        or (c.verdict = 'valid' and c.paid_micros <> c.price_micros)
        or c.fee_micros <> click_fee(c.price_micros, m.fee_basis_points)
      order by c.id limit ${limit}`,
  },
  linkTotalsCheck,
  {
    name: "settlements_equal_clicks",
    claim:
      "every settlement's number of clicks and payout are those of its clicks, without later decisions of operators",
    find: (tx, limit) => tx<Difference[]>`
      /* books.settlementsEqualClicks */
      select settlement_id as settlement, coalesce(s.clicks, 0)::text as settled_clicks,
        coalesce(c.clicks, 0)::text as clicks, coalesce(s.paid_micros, 0)::text as settled_micros,
        coalesce(c.paid_micros, 0)::text as paid_micros
      from (
        select id as settlement_id, clicks, paid_micros + coalesce(d.micros, 0) as paid_micros
        from settlements s
        left join (
          select settlement_id, sum(micros) as micros from click_decisions group by settlement_id
        ) d on d.settlement_id = s.id
      ) s
      full join (
        select settlement_id, sum(clicks) as clicks, sum(paid_micros) as paid_micros
        from counted_clicks group by 1
      ) c using (settlement_id)
      where (s.clicks, s.paid_micros) is distinct from (c.clicks, c.paid_micros)
      order by settlement_id limit ${limit}`,
  },
];
