import type { Policy } from "@fairclick/core/clicks/policy";
import type { Tx } from "../client";
import { addedSums, sumsByVerdict } from "../stats/keep-counts";
import { atMostOneEach } from "./at-most-one-each";
import type { Batch } from "./take-shard";

/**
 * For each click of the batch, whether too many of its link's last visits were refused: those that
 * earlier batches judged, whose outcomes `link_outcomes` keeps (1 is refused), and those of this
 * batch before it. Bursts and repeats of the batch count, which are known by now. Only links of
 * which that many were refused at all, in whatever order, are looked at closely.
 */
export function findAnomalies(tx: Tx, { batch, policy }: { batch: Batch; policy: Policy }) {
  const { anomalyClicks, anomalyPercent } = policy;
  const onePerClick = atMostOneEach(tx, batch);
  return tx`
    outcomes as (
      select f.id, f.campaign_id, f.creator_id, f.clicked_at, coalesce(r.repeated, r.id is null and exists (
          select from jsonb_array_elements(f.all_signals) s join rules on rules.signal = s ->> 'signal'
          where rules.effect = 'invalid'
        )) as refused
      from found f left join repeats r on r.id = f.id
      where f.visit
      ${onePerClick}
    ),
    suspects as materialized (
      select l.campaign_id, l.creator_id, coalesce(o.outcomes, '') as outcomes
      from (
        select campaign_id, creator_id, count(*) filter (where refused) as refused
        from outcomes group by campaign_id, creator_id
      ) l
      left join lateral (
        select k.outcomes from link_outcomes k
        where k.campaign_id = l.campaign_id and k.creator_id = l.creator_id offset 0
      ) o on true
      where (l.refused + length(replace(coalesce(o.outcomes, ''), '0', ''))) * 100
        > ${anomalyClicks * anomalyPercent}::int
    ),
    lately as (
      select s.id, k.outcomes, count(*) over latest as clicks,
        count(*) filter (where s.refused) over latest as refused
      from outcomes s
      join suspects k on k.campaign_id = s.campaign_id and k.creator_id = s.creator_id
      window latest as (
        partition by s.campaign_id, s.creator_id order by s.clicked_at, s.id
        rows between ${anomalyClicks}::int preceding and 1 preceding
      )
    ),
    anomalies as materialized (
      select id, refused, clicks >= ${anomalyClicks}::int
        and refused * 100 > ${anomalyClicks * anomalyPercent}::int as anomaly
      from (
        select l.id, l.clicks + length(before.outcomes) as clicks,
          l.refused + length(replace(before.outcomes, '0', '')) as refused
        from lately l cross join lateral (
          select right(l.outcomes, (${anomalyClicks}::int - l.clicks)::int) as outcomes
        ) before
      ) counted
      ${onePerClick}
    )`;
}

/** Adds what this batch came to. A link's clicks are judged by one transaction at a time. */
export function keepOutcomes(tx: Tx, { anomalyClicks }: Policy) {
  return tx`
    kept_outcomes as (
      insert into link_outcomes as kept
      select campaign_id, creator_id, coalesce(right(
        string_agg(case verdict when 'invalid' then '1' else '0' end, '' order by clicked_at, id) filter (where visit),
        ${anomalyClicks}::int
      ), ''), ${sumsByVerdict(tx)}
      from counted group by campaign_id, creator_id
      on conflict (campaign_id, creator_id) do update
      set outcomes = right(kept.outcomes || excluded.outcomes, ${anomalyClicks}::int), ${addedSums(tx)}
    )`;
}
