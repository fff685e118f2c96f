import { ALL_LINKS } from "@fairclick/core/ids";
import {
  addSums,
  countedSums,
  dimensionValues,
  ofOneLink,
  sumColumns,
  sumsByVerdict,
} from "../clicks/counters";
import type { Tx } from "../db/client";
import { defineChecks } from "./book-checks";
import {
  countedIn,
  decidedIn,
  inDays,
  isProved,
  isSettledPayout,
  type ProofScope,
} from "./proof-scope";

/** Checks that the counters of conversions and impressions equal the sums of what they count. */
export const insightChecks = defineChecks({
  conversion_counts_equal_conversions: {
    claim: "the counters of every link, event and day are the sum of its counted conversions",
    differences: (tx) => tx`
      select campaign_id as campaign, creator_id as creator, event, click_day::text as day,
        coalesce(k.conversions, 0)::text as counted_conversions, coalesce(c.conversions, 0)::text as conversions,
        coalesce(k.value_micros, 0)::text as counted_micros, coalesce(c.value_micros, 0)::text as value_micros
      from conversion_counts k
      full join (
        select campaign_id, creator_id, event, (clicked_at at time zone 'UTC')::date as click_day,
          count(*) as conversions, coalesce(sum(value_micros), 0) as value_micros
        from conversions where state = 'counted' group by 1, 2, 3, 4
      ) c using (campaign_id, creator_id, event, click_day)
      where coalesce(k.conversions, 0) <> coalesce(c.conversions, 0)
        or coalesce(k.value_micros, 0) <> coalesce(c.value_micros, 0)`,
  },
  conversions_follow_their_clicks: {
    claim: "a conversion that no longer waits has the state of its click's verdict",
    differences: (tx) => tx`
      select c.click_id as click, c.event, c.state, k.verdict
      from conversions c join clicks k on k.id = c.click_id and k.clicked_at = c.clicked_at
      where c.state <> 'waiting' and c.state <> conversion_state(k.verdict)`,
  },
  conversion_quarters_equal_conversions: {
    claim:
      "the counters of conversions of every quarter of an hour, for links and campaigns, are the sum of its counted conversions",
    differences: (tx) => tx`
      select campaign_id as campaign, creator_id as creator, event, starts_at::text as quarter,
        coalesce(k.conversions, 0)::text as counted_conversions, coalesce(c.conversions, 0)::text as conversions,
        coalesce(k.value_micros, 0)::text as counted_micros, coalesce(c.value_micros, 0)::text as value_micros
      from conversion_quarters k
      full join (
        select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid) as creator_id, event, starts_at,
          count(*) as conversions, coalesce(sum(value_micros), 0) as value_micros
        from (
          select *, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at from conversions where state = 'counted'
        ) counted
        group by grouping sets ((campaign_id, creator_id, event, starts_at), (campaign_id, event, starts_at))
      ) c using (campaign_id, creator_id, event, starts_at)
      where coalesce(k.conversions, 0) <> coalesce(c.conversions, 0)
        or coalesce(k.value_micros, 0) <> coalesce(c.value_micros, 0)`,
  },
  impression_totals_equal_quarters: {
    claim: "the impressions of every link are the sum of its quarters of an hour",
    differences: (tx) => tx`
      select campaign_id as campaign, creator_id as creator, coalesce(t.impressions, 0)::text as counted,
        coalesce(q.impressions, 0)::text as impressions
      from impression_totals t
      full join (
        select campaign_id, creator_id, sum(impressions) as impressions from impression_quarters
        where creator_id <> ${ALL_LINKS} group by 1, 2
      ) q using (campaign_id, creator_id)
      where coalesce(t.impressions, 0) <> coalesce(q.impressions, 0)`,
  },
  campaign_impressions_equal_links: {
    claim: "the impressions of every campaign and quarter of an hour are the sum of its links",
    differences: (tx) => tx`
      select campaign_id as campaign, starts_at::text as quarter, coalesce(a.impressions, 0)::text as counted,
        coalesce(l.impressions, 0)::text as impressions
      from (select * from impression_quarters where creator_id = ${ALL_LINKS}) a
      full join (
        select campaign_id, starts_at, sum(impressions) as impressions from impression_quarters
        where creator_id <> ${ALL_LINKS} group by 1, 2
      ) l using (campaign_id, starts_at)
      where coalesce(a.impressions, 0) <> coalesce(l.impressions, 0)`,
  },
});

/** The check of the books and that of the statistics both run this one. */
export const linkChecks = defineChecks({
  link_totals_equal_clicks: {
    claim: "the totals of every link are the sum of its clicks",
    differences: (tx, scope) => tx`
    with counters as (
      select campaign_id, creator_id, ${sumColumns(tx)} from link_outcomes
    ),
    sums as (
      select campaign_id, creator_id, ${sumsByVerdict(tx)} from (${countedLinks(tx, scope)}) counted group by 1, 2
    )
    select campaign_id as campaign, creator_id as creator, ${bothSides(tx)}
    from counters r full join sums c using (campaign_id, creator_id)
    where ${differ(tx)}`,
  },
});

/** The clicks of every link; of sealed settlements their sums. */
function countedLinks(tx: Tx, scope: ProofScope) {
  if (scope.kind !== "open") return tx`select * from counted_visits where ${countedIn(tx, scope)}`;
  return tx`
    select campaign_id, creator_id, verdict, 1::bigint as clicks, price_micros as micros, fee_micros
    from clicks
    where ${isProved(tx, scope)}
    union all
    select campaign_id, creator_id, verdict, clicks, micros, fee_micros from sealed_links`;
}

/** Checks that the counters equal the clicks. Of a dropped day only hourly sums are left. */
export const statChecks = defineChecks({
  quarters_equal_clicks: {
    claim:
      "the counters of every quarter of an hour, for links and campaigns, are the sum of its clicks",
    differences: (tx, scope) => tx`
      with dropped as materialized (select day from dropped_days where dropped_at is not null),
      counters as (
        select campaign_id, creator_id, ${selectMoment(tx)} as moment, ${addSums(tx)}
        from (select *, (starts_at at time zone 'UTC')::date as day from click_quarters) q
        where ${inDays(tx, scope, "starts_at")} group by 1, 2, 3
      ),
      sums as (
        select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid) as creator_id, moment, ${sumsByVerdict(tx)}
        from (select *, ${selectMoment(tx)} as moment from counted_visits q where ${countedIn(tx, scope)}) q
        group by grouping sets ((campaign_id, creator_id, moment), (campaign_id, moment))
      )
      select campaign_id as campaign, creator_id as creator, moment::text as quarter, ${bothSides(tx)}
      from counters r full join sums c using (campaign_id, creator_id, moment)
      where ${differ(tx)}`,
  },
  days_equal_clicks: {
    claim:
      "the counters of every day by country, device, browser, referrer, reason and the link's names are the sum of its clicks",
    differences: (tx, scope) => tx`
      with dropped as materialized (select day from dropped_days where dropped_at is not null),
      counters as (
        select campaign_id, creator_id, day, dimension, ${selectWord(tx)} as word, ${addSums(tx)}
        from click_days k
        where ${inDays(tx, scope, "k.day")} and (k.dimension <> 'link_name' or k.day not in (select day from dropped))
        group by 1, 2, 3, 4, 5
      ),
      alike as materialized (
        select campaign_id, creator_id, day, verdict, reason, country, device_class, browser, referrer_host, link_name,
          sum(clicks) as clicks, sum(micros) as micros, sum(fee_micros) as fee_micros
        from counted_visits where ${countedIn(tx, scope)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      ),
      sums as (
        select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid) as creator_id, day, dimension, word, ${sumsByVerdict(tx)}
        from (
          select k.*, ${selectWord(tx)} as word
          from (select c.*, dimensions.* from alike c cross join lateral ${dimensionValues(tx)} where dimensions.value is not null) k
        ) k
        group by grouping sets ((campaign_id, creator_id, day, dimension, word), (campaign_id, day, dimension, word))
        having ${ofOneLink(tx)}
      )
      select campaign_id as campaign, creator_id as creator, day::text as day, dimension, word as value, ${bothSides(tx)}
      from counters r full join sums c using (campaign_id, creator_id, day, dimension, word)
      where ${differ(tx)}`,
  },
});

/** The quarter of a row `q`, or its hour if the day's clicks were dropped. */
function selectMoment(tx: Tx) {
  return tx`case when q.day in (select day from dropped) then date_trunc('hour', q.starts_at, 'UTC') else q.starts_at end`;
}

/**
 * The value of a row `k`; 'any' if the day's clicks were dropped and the dimension is not the
 * reason.
 */
function selectWord(tx: Tx) {
  return tx`case when k.dimension <> 'reason' and k.day in (select day from dropped) then 'any' else k.value end`;
}

/** The columns of the counter `r` and of the clicks `c`. */
function bothSides(tx: Tx) {
  return countedSums
    .map(
      (name) =>
        tx`coalesce(r.${tx(name)}, 0)::text as ${tx(`counted_${name}`)}, coalesce(c.${tx(name)}, 0)::text as ${tx(name)}`,
    )
    .reduce((before, each) => tx`${before}, ${each}`);
}

function differ(tx: Tx) {
  return countedSums.reduce(
    (before, name) => tx`${before} or coalesce(r.${tx(name)}, 0) <> coalesce(c.${tx(name)}, 0)`,
    tx`false`,
  );
}

export const clickChecks = defineChecks({
  paid_clicks_equal_payouts: {
    claim:
      "the paid clicks of every creator and transaction, and those reversed since, are that transaction's entry or approval of them; of a dropped day those of every transaction",
    differences: (tx, scope) => tx`
      select transaction_id as transaction, nullif(creator_id, ${ALL_LINKS}) as creator,
        coalesce(c.clicks, 0)::text as clicks, coalesce(c.micros, 0)::text as clicks_micros,
        coalesce(e.clicks, 0)::text as entered_clicks, coalesce(e.micros, 0)::text as entered_micros
      from (
        select transaction_id, creator_id, sum(clicks) as clicks, sum(paid_micros) as micros
        from (
          select transaction_id, ${selectCreator(tx, scope)} as creator_id, clicks, paid_micros
          from counted_clicks where paid_micros > 0 and ${countedIn(tx, scope)}
          union all
          select paid_by, ${selectCreator(tx, scope)}, 1, -micros
          from (select *, (clicked_at at time zone 'UTC')::date as day from click_decisions) d
          where paid_by is not null and ${isProved(tx, scope)}
        ) paid group by transaction_id, creator_id
      ) c
      full join (
        select transaction_id, creator_id, sum(clicks) as clicks, sum(micros) as micros
        from (
          select e.transaction_id, ${selectCreator(tx, scope)} as creator_id, e.quantity as clicks, e.micros
          from (select t.id, t.click_day as day from ledger_transactions t where ${isSettledPayout(tx, scope)}) t
          join ledger_entries e on e.transaction_id = t.id
          join (select id, owner_id as creator_id from ledger_accounts where kind = 'earnings') a
            on a.id = e.account_id
          union all
          select transaction_id, ${selectCreator(tx, scope)}, 1, micros
          from (select *, (clicked_at at time zone 'UTC')::date as day from click_decisions) d
          where action = 'approve' and ${isProved(tx, scope)}
        ) due group by transaction_id, creator_id
      ) e using (transaction_id, creator_id)
      where (c.clicks, c.micros) is distinct from (e.clicks, e.micros)`,
  },
  clicks_judged_once: {
    claim: "no click is judged twice, or judged and still waiting",
    differences: (tx, scope) => tx`
      select id as click, count(*)::text as rows
      from (
        select id from clicks where ${isProved(tx, scope)}
        union all
        select p.id from pending_clicks p join clicks c on c.id = p.id where ${isProved(tx, scope, { alias: "c." })}
      ) k
      group by id having count(*) > 1`,
  },
  clicks_have_their_price: {
    claim:
      "the price of every click is the campaign's price of its time, and its fee the campaign's share of it",
    differences: (tx, scope) => tx`
      select c.id as click, c.price_micros::text as price_micros, p.payout_micros::text as then_micros,
        c.fee_micros::text as fee_micros
      from clicks c
      join campaigns m on m.id = c.campaign_id
      left join (
        select campaign_id, payout_micros, starts_at,
          lead(starts_at, 1, 'infinity') over (partition by campaign_id order by starts_at) as ends_at
        from campaign_prices
      ) p on p.campaign_id = c.campaign_id and c.clicked_at >= p.starts_at and c.clicked_at < p.ends_at
      where ${isProved(tx, scope, { alias: "c." })} and (c.price_micros is distinct from p.payout_micros
        or c.fee_micros <> click_fee(c.price_micros, m.fee_basis_points))`,
  },
  settlements_equal_clicks: {
    claim:
      "every settlement's number of clicks and payout are those of its clicks, without later decisions of operators",
    differences: (tx, scope) => tx`
      select settlement_id as settlement, coalesce(s.clicks, 0)::text as settled_clicks,
        coalesce(c.clicks, 0)::text as clicks, coalesce(s.paid_micros, 0)::text as settled_micros,
        coalesce(c.paid_micros, 0)::text as paid_micros
      from (
        select id as settlement_id, clicks, paid_micros + coalesce(d.micros, 0) as paid_micros
        from settlements s
        left join (
          select settlement_id, sum(micros) as micros from click_decisions
          where ${isProved(tx, scope)} group by settlement_id
        ) d on d.settlement_id = s.id
        where ${isProved(tx, scope, { alias: "s.", day: "day", column: "id" })}
      ) s
      full join (
        select settlement_id, sum(clicks) as clicks, sum(paid_micros) as paid_micros
        from counted_clicks where ${countedIn(tx, scope)} group by 1
      ) c using (settlement_id)
      where (s.clicks, s.paid_micros) is distinct from (c.clicks, c.paid_micros)`,
  },
  verdicts_equal_decisions: {
    claim:
      "every click that operators decided about has the verdict of the last decision; one that is held again is not paid",
    differences: (tx, scope) => tx`
      select c.id as click, c.verdict, d.action as decided, c.paid_micros::text as paid_micros
      from (
        select distinct on (click_id) click_id, clicked_at, action, micros, transaction_id
        from click_decisions where ${ofDecisions(tx, scope)}
        order by click_id, id desc
      ) d
      join clicks c on c.id = d.click_id and c.clicked_at = d.clicked_at
      where (c.verdict, c.paid_micros, c.transaction_id) is distinct from (
        case when d.action = 'approve' then 'valid'
          when d.action = 'hold' and c.verdict = 'held' then 'held' else 'invalid' end,
        case d.action when 'approve' then d.micros else 0 end,
        case d.action when 'approve' then d.transaction_id end
      )`,
  },
});

/** Decisions about the clicks of the scope; an hourly proof also reads new ones about sealed clicks. */
function ofDecisions(tx: Tx, scope: ProofScope) {
  const ofClicks = isProved(tx, scope);
  return scope.kind === "open" ? tx`(${ofClicks} or ${decidedIn(tx, scope)})` : ofClicks;
}

/** The creator of a row with its `day`; unknown if the day's clicks were dropped. */
function selectCreator(tx: Tx, scope: ProofScope) {
  return scope.kind !== "all"
    ? tx`creator_id`
    : tx`case when day in (select day from dropped_days where dropped_at is not null) then ${ALL_LINKS}::uuid else creator_id end`;
}

export const sealChecks = defineChecks({
  seals_are_chained: {
    claim: "the digest of every seal is that of its sums and of the seal before it",
    differences: (tx) => tx`
      select day::text as day, digest, expected from (
        select s.day, s.digest, seal_digest(lag(s.digest) over (order by s.id), s) as expected from day_seals s
      ) seals where digest <> expected`,
  },
  sealed_links_equal_seals: {
    claim: "the sealed clicks of all links, their prices and fees, are those of the seals",
    differences: (tx) => tx`
      select coalesce(s.clicks, 0)::text as sealed_clicks, coalesce(l.clicks, 0)::text as clicks,
        coalesce(s.micros, 0)::text as sealed_micros, coalesce(l.micros, 0)::text as micros,
        coalesce(s.fee_micros, 0)::text as sealed_fee_micros, coalesce(l.fee_micros, 0)::text as fee_micros
      from (
        select sum((v.value ->> 'clicks')::numeric) as clicks, sum((v.value ->> 'micros')::numeric) as micros,
          sum((v.value ->> 'fee_micros')::numeric) as fee_micros
        from day_seals, jsonb_each(sums) v
      ) s, (
        select sum(clicks) as clicks, sum(micros) as micros, sum(fee_micros) as fee_micros from sealed_links
      ) l
      where (s.clicks, s.micros, s.fee_micros) is distinct from (l.clicks, l.micros, l.fee_micros)`,
  },
});
