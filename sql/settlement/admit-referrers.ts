import type { Tx } from "../client";

/** So many hosts of a campaign are counted by name. */
const MAX_HOSTS = 200;

/**
 * Which hosts of the batch its campaigns' statistics name, as `named_hosts`: those that they know,
 * and, while there is room, those from which a click came that nothing refuses, the earliest first.
 * Everything else is 'other': a program that makes up hosts is refused, and takes no room.
 */
export function admitReferrers(tx: Tx) {
  return tx`
    hosts as materialized (
      select h.*, k.host is not null as known
      from (
        select t.campaign_id, t.referrer_host as host, min(t.clicked_at) as first_at,
          bool_or(d.verdict in ('valid', 'held')) as welcome
        from taken t join decided d on d.id = t.id
        where t.referrer_host not in ('direct', 'other') group by t.campaign_id, t.referrer_host
      ) h
      left join lateral (
        select r.host from campaign_referrers r
        where r.campaign_id = h.campaign_id and r.host = h.host offset 0
      ) k on true
    ),
    admitted as materialized (
      select campaign_id, host
      from (
        select h.campaign_id, h.host,
          row_number() over (partition by h.campaign_id order by h.first_at, h.host) + (
            select count(*) from campaign_referrers r where r.campaign_id = h.campaign_id
          ) as place
        from hosts h where h.welcome and not h.known
      ) queue
      where place <= ${MAX_HOSTS}::int
    ),
    kept_hosts as (insert into campaign_referrers (campaign_id, host) select campaign_id, host from admitted),
    named_hosts as materialized (
      select campaign_id, host from hosts where known union all select campaign_id, host from admitted
    )`;
}

/** What a click `t` is counted under, `n` being its host if it is named. */
export function referrerOf(tx: Tx) {
  return tx`case when n.host is not null or t.referrer_host = 'direct' then t.referrer_host
    when t.referrer_host is not null then 'other' end`;
}
