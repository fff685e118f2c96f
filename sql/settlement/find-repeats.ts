import type { Policy } from "@fairclick/core/clicks/policy";
import type { Tx } from "../client";
import { atMostOneEach } from "./at-most-one-each";
import type { Batch } from "./take-shard";

const HOUR_MS = 3_600_000;

/**
 * Of the batch's `payable` clicks: which are repeats of a device that is paid already, and how many
 * clicks of the same address were paid in the hours before. A held click counts as paid, since it
 * may be. The `giver` of a click is the one by whose answer its device was given its cookie. A
 * device's clicks are taken greedily: the first is `chosen`, then the first that comes a whole period
 * later, as far as the budget goes; the clicks between are repeats. Nothing that refuses a click
 * already is asked for more: that keeps the look-ups few, and small in a flood. A device with one
 * click here, and an address with few, need no more than those look-ups.
 */
export function findRepeats(tx: Tx, { batch, policy }: { batch: Batch; policy: Policy }) {
  const { knownDeviceHours, weakDeviceHours, addressHours } = policy;
  const reachMs = HOUR_MS * Math.max(knownDeviceHours, weakDeviceHours, addressHours);
  const reach = {
    from: new Date(batch.firstAt.getTime() - reachMs),
    to: new Date(batch.lastAt.getTime() + reachMs + 1_000),
  };
  const onePerClick = atMostOneEach(tx, batch);
  return tx`
    ${chooseOnePerDevice(tx, { policy, reach, onePerClick })},
    ${countPaidToAddresses(tx, policy, reach)},
    devices as (
      select place, max(clicked_at) filter (where claims) over (
          partition by campaign_id, device_key, device_known order by place
          rows between unbounded preceding and 1 preceding
        ) as paid_at
      from chosen
      where contested or (campaign_id, device_key, device_known) in (
        select campaign_id, device_key, device_known from chosen where giver is not null
      )
    ),
    compared as materialized (
      select c.*, d.paid_at, coalesce(d.paid_at > c.clicked_at - c.period, false) as repeated
      from chosen c
      left join devices d on d.place = c.place
      ${onePerClick}
    ),
    repeats as materialized (
      select c.id, coalesce(c.given_at, c.paid_at) as paid_at, r.repeated,
        extract(hours from c.period)::int as hours,
        case when r.repeated then 0 else coalesce(b.paid, 0) end as paid
      from compared c
      left join compared g on g.place = c.giver
      left join paid_before b on b.place = c.place
      cross join lateral (
        select c.repeated or (c.giver is not null and coalesce(g.repeated or g.claims, true)) as repeated
      ) r
      union all
      select id, paid_before, true, extract(hours from period)::int, 0 from candidates
      where paid_before is not null
      ${onePerClick}
    )`;
}

/** No paid click lies outside these: they keep the look-ups within the partitions of a few days. */
type Reach = { from: Date; to: Date };

type Choice = { policy: Policy; reach: Reach; onePerClick: ReturnType<typeof atMostOneEach> };

function chooseOnePerDevice(tx: Tx, { policy, reach: { from, to }, onePerClick }: Choice) {
  const { knownDeviceHours, weakDeviceHours } = policy;
  const known = tx`make_interval(hours => ${knownDeviceHours}::int)`;
  const weak = tx`make_interval(hours => ${weakDeviceHours}::int)`;
  return tx`
    placed_candidates as materialized (
      select p.*, row_number() over (order by p.clicked_at, p.id) as place,
        coalesce(paid.clicked_at, given.clicked_at) as paid_before
      from (
        select id, campaign_id, ip_key, device_key, device_known, clicked_at, affordable,
          case when device_known then ${known} else ${weak} end as period,
          case when device_known then ${firstClick(tx)} end as first_click
        from payable offset 0
      ) p
      left join lateral (
        select n.clicked_at from clicks n
        where n.device_key = p.device_key and n.campaign_id = p.campaign_id
          and n.device_known = p.device_known and n.verdict in ('valid', 'held')
          and n.clicked_at > p.clicked_at - p.period and n.clicked_at < p.clicked_at + p.period
          and n.clicked_at between ${from} and ${to}
        order by n.clicked_at desc limit 1
      ) paid on true
      left join lateral (
        select n.clicked_at from clicks n
        where p.first_click is not null and n.id = p.first_click and n.campaign_id = p.campaign_id
          and not n.device_known
          and (n.verdict in ('valid', 'held') or n.reason = 'device_repeat')
          and n.clicked_at > p.clicked_at - p.period and n.clicked_at < p.clicked_at + p.period
          and n.clicked_at between ${from} and ${to}
        limit 1
      ) given on true
    ),
    candidates as materialized (
      select p.*, g.place as giver, g.clicked_at as given_at
      from placed_candidates p
      left join placed_candidates g
        on g.id = p.first_click and g.campaign_id = p.campaign_id and not g.device_known
        and p.paid_before is null and g.place < p.place and g.clicked_at > p.clicked_at - p.period
      ${onePerClick}
    ),
    shared as (
      select campaign_id, device_key, device_known from candidates
      where paid_before is null and giver is null group by 1, 2, 3 having count(*) > 1
    ),
    contested as materialized (
      select place, row_number() over (
          partition by campaign_id, device_key, device_known order by place
        ) = 1 as first,
        case when device_known then ${firstAfter(tx, knownDeviceHours)} else ${firstAfter(tx, weakDeviceHours)} end as next_place
      from candidates
      where paid_before is null and giver is null
        and (campaign_id, device_key, device_known) in (select campaign_id, device_key, device_known from shared)
    ),
    chain as (
      with recursive linked as (
        select place, next_place from contested where first
        union all
        select n.place, n.next_place from contested n join linked on n.place = linked.next_place
      )
      select place from linked
    ),
    chosen as materialized (
      select f.*, f.chosen and row_number() over (
          partition by f.campaign_id, f.chosen order by f.place
        ) <= f.affordable as claims
      from (
        select c.*, d.place is not null as contested,
          c.giver is null and (d.place is null or l.place is not null) as chosen
        from candidates c
        left join contested d on d.place = c.place
        left join chain l on l.place = c.place
        where c.paid_before is null
      ) f
      ${onePerClick}
    )`;
}

/** Of each chosen click, how many of its address were paid in the hours before; none where there are too few to matter. */
function countPaidToAddresses(
  tx: Tx,
  { addressHours, addressClicks }: Policy,
  { from, to }: Reach,
) {
  const address = tx`make_interval(hours => ${addressHours}::int)`;
  return tx`
    addresses as materialized (
      select campaign_id, ip_key, count(*) as clicks, min(clicked_at) - ${address} as first_at, max(clicked_at) as last_at
      from chosen group by campaign_id, ip_key
    ),
    paid_lately as materialized (
      select a.campaign_id, a.ip_key, paid.clicked_at
      from addresses a cross join lateral (
        select n.clicked_at from clicks n
        where n.ip_key = a.ip_key and n.campaign_id = a.campaign_id and n.verdict in ('valid', 'held')
          and n.clicked_at > a.first_at and n.clicked_at <= a.last_at
          and n.clicked_at between ${from} and ${to}
        offset 0
      ) paid
    ),
    busy as materialized (
      select campaign_id, ip_key
      from (
        select campaign_id, ip_key, clicks from addresses
        union all
        select campaign_id, ip_key, count(*) from paid_lately group by 1, 2
      ) counted
      group by 1, 2 having sum(clicks) > ${addressClicks}::int
    ),
    paid_before as (
      select place, coalesce(sum(paid) over (
          partition by campaign_id, ip_key order by clicked_at, place
          rows between unbounded preceding and 1 preceding
        ), 0) - coalesce(sum(paid) over (
          partition by campaign_id, ip_key order by clicked_at
          range between unbounded preceding and ${address} preceding
        ), 0) as paid
      from (
        select campaign_id, ip_key, clicked_at, 0 as place, 1 as paid from paid_lately
        union all
        select campaign_id, ip_key, clicked_at, place, claims::int from chosen
      ) paid_or_asked
      where (campaign_id, ip_key) in (select campaign_id, ip_key from busy)
    )`;
}

/**
 * The click that `firstClickOf` finds in the name of a known device. By the form that `clickSchema`
 * holds them to, only a name with one is so long; a regular expression costs more than a look-up.
 */
function firstClick(tx: Tx) {
  return tx`case when length(device_key) = 80 then substr(device_key, 45)::uuid end`;
}

function firstAfter(tx: Tx, hours: number) {
  return tx`min(place) over (
    partition by campaign_id, device_key, device_known order by clicked_at
    range between make_interval(hours => ${hours}::int) following and unbounded following
  )`;
}
