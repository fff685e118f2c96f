import type { Policy } from "@fairclick/core/clicks/policy";
import { type SignalName, signalOrder } from "@fairclick/core/clicks/signal";
import type { Tx } from "../client";
import { atMostOneEach } from "./at-most-one-each";
import { findAnomalies } from "./find-anomalies";
import { findBursts, isVisit } from "./find-bursts";
import { findRepeats } from "./find-repeats";
import type { Batch } from "./take-shard";

export type JudgeClicks = {
  /** The escrow of each of its campaigns is locked. */
  batch: Batch;
  policy: Policy;
  windowSeconds: number;
};

/**
 * The part of the statement that decides: `batch` is the clicks that were `taken`, `funds` what each
 * campaign can still pay, `decided` every click with its signals, verdict and reason. It writes nothing.
 */
export function judgeClicks(tx: Tx, input: JudgeClicks) {
  const { batch, policy, windowSeconds: seconds } = input;
  const neighbours = {
    burstClicks: policy.burstClicks,
    windowSeconds: seconds,
    from: new Date(batch.firstAt.getTime() - seconds * 1_000),
    to: new Date(batch.lastAt.getTime() + (seconds + 1) * 1_000),
  };
  const onePerClick = atMostOneEach(tx, batch);
  return tx`
    rules as materialized (
      select signal, effect, place
      from unnest(
        ${[...signalOrder]}::text[], ${signalOrder.map((signal) => policy.effects[signal])}::text[]
      ) with ordinality as rule (signal, effect, place)
    ),
    funds as materialized (
      select t.campaign_id, t.transaction_id, a.id as escrow_id, c.payout_micros,
        c.starts_at, c.ends_at, c.funded_at, least(c.paused_at, c.disabled_at) as stopped_at, c.released_at,
        coalesce(greatest(a.balance_micros - coalesce(h.micros, 0), 0) / c.payout_micros, 0) as affordable
      from unnest(
        ${batch.campaignIds}::uuid[], ${batch.campaignIds.map(() => Bun.randomUUIDv7())}::uuid[]
      ) as t (campaign_id, transaction_id)
      left join lateral (select * from campaigns where id = t.campaign_id offset 0) c on true
      left join lateral (
        select id, balance_micros from ledger_accounts where kind = 'escrow' and owner_id = t.campaign_id offset 0
      ) a on true
      left join lateral (select micros from held_claims where campaign_id = t.campaign_id offset 0) h on true
    ),
    batch as materialized (
      select t.id, t.campaign_id, t.creator_id, t.clicked_at, t.ip_key, t.device_key,
        t.device_known, t.signals, ${isVisit(tx, "t")} as visit, (
          select true from clicks c
          where c.id = t.id and c.clicked_at = t.clicked_at
            and c.clicked_at between ${neighbours.from} and ${neighbours.to}
        ) is true as known
      from taken t
    ),
    ip_bursts as materialized (${findBursts(tx, "ip_key", neighbours)}),
    device_bursts as materialized (${findBursts(tx, "device_key", neighbours)}),
    found as materialized (
      select b.*, f.transaction_id, f.payout_micros, f.affordable,
        b.signals
          || case when i.burst then ${signal(tx, "ip_burst", tx`'clicks', i.around, 'seconds', ${seconds}::int`)} else '[]' end
          || case when d.burst then ${signal(tx, "device_burst", tx`'clicks', d.around, 'seconds', ${seconds}::int`)} else '[]' end
          || case
            when b.clicked_at >= f.ends_at or f.released_at is not null then ${signal(tx, "ended", tx`'endsAt', f.ends_at`)}
            when f.funded_at is null then ${signal(tx, "unfunded")}
            when b.clicked_at >= f.stopped_at then ${signal(tx, "paused", tx`'since', f.stopped_at`)}
            when b.clicked_at < f.starts_at then ${signal(tx, "not_started", tx`'startsAt', f.starts_at`)}
            else '[]'
          end as all_signals
      from batch b
      join funds f on f.campaign_id = b.campaign_id
      left join ip_bursts i on i.id = b.id
      left join device_bursts d on d.id = b.id
      where not b.known
      ${onePerClick}
    ),
    payable as (
      select * from found f
      where f.all_signals = '[]' or not exists (
        select from jsonb_array_elements(f.all_signals) s join rules r on r.signal = s ->> 'signal'
        where r.effect in ('invalid', 'unpaid')
      )
    ),
    ${findRepeats(tx, input)},
    ${findAnomalies(tx, input)},
    completed as (
      select f.*, f.all_signals
          || case when r.repeated then ${signal(tx, "device_repeat", tx`'paidAt', r.paid_at, 'hours', r.hours`)} else '[]' end
          || case when r.paid >= ${policy.addressClicks}::int then ${signal(tx, "ip_daily", tx`'clicks', r.paid + 1, 'hours', ${policy.addressHours}::int`)} else '[]' end
          || case when a.anomaly then ${signal(tx, "link_anomaly", tx`'clicks', ${policy.anomalyClicks}::int, 'refused', a.refused`)} else '[]' end
          as complete_signals
      from found f
      left join repeats r on r.id = f.id
      left join anomalies a on a.id = f.id and r.id is not null
      ${onePerClick}
    ),
    weighed as (
      select id, jsonb_agg(signal order by place) as signals,
        (array_agg(name order by effect = 'held', place) filter (where effect <> 'note'))[1] as reason
      from (
        select distinct on (f.id, s.signal ->> 'signal') f.id, s.signal, r.signal as name, r.effect, r.place
        from completed f
        cross join lateral jsonb_array_elements(f.complete_signals) with ordinality as s (signal, found_at)
        left join rules r on r.signal = s.signal ->> 'signal'
        where f.complete_signals <> '[]'
        order by f.id, s.signal ->> 'signal', s.found_at
      ) each_once
      group by id
    ),
    explained as (
      select f.*, coalesce(w.signals, '[]') as ordered_signals, w.reason as first_reason, r.effect,
        r.effect is null or r.effect = 'held' as claims
      from completed f
      left join weighed w on w.id = f.id
      left join rules r on r.signal = w.reason
    ),
    placed as (
      select e.*, e.claims and row_number() over (
          partition by e.campaign_id, e.claims order by e.clicked_at, e.id
        ) > e.affordable as exhausted
      from explained e
    ),
    decided as (
      select p.*, case when p.exhausted then 'unpaid' else coalesce(p.effect, 'valid') end as verdict,
        case when p.exhausted then 'exhausted' else p.first_reason end as reason
      from placed p
      ${onePerClick}
    )`;
}

function signal(tx: Tx, name: SignalName, evidence = tx``) {
  return tx`jsonb_build_array(jsonb_build_object(
    'signal', ${name}::text, 'evidence', jsonb_build_object(${evidence})))`;
}
