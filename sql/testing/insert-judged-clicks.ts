import type { Fragment, Sql } from "../db/client";

/**
 * Inserts judged clicks with their visitors, and returns how many. `rows` selects at least `id`,
 * `clicked_at`, `campaign_id`, `creator_id` and `verdict`, and may select the other columns of
 * `visited_clicks` that stand below; a column that it does not have is found in `otherwise`. With `day`
 * (`20260131`), writes into the partitions of that day.
 */
export async function insertJudgedClicks(
  owner: Sql,
  rows: Fragment,
  { day }: { day?: string } = {},
): Promise<number> {
  const table = (name: string) => owner(day ? `${name}_${day}` : name);
  const { count } = await owner`
    with made as materialized (${rows}),
    visitors as (
      insert into ${table("click_visitors")} (id, clicked_at, accepted, ip_key, device_key, user_agent)
      select v.* from (
        select null::inet as ip_key, null::text as device_key, null::text as user_agent
      ) otherwise cross join lateral (
        select id, clicked_at, verdict in ('valid', 'held'), ip_key, pack_device(device_key), user_agent from made
      ) v
    )
    insert into ${table("clicks")} (id, clicked_at, campaign_id, creator_id, verdict, reason, signals, device_known,
      method, recorded_at, policy_version, settlement_id, price_micros, country,
      asn, device_class, browser, referrer_host)
    select c.* from (
      select null::text as reason, null::jsonb as signals, 1 as policy_version, null::text as country,
        null::int as asn, null::text as device_class, null::text as browser, null::text as referrer_host
    ) otherwise cross join lateral (
      select id, clicked_at, campaign_id, creator_id, verdict, reason, signals, true, 'GET', now(),
        policy_version, (extract(epoch from now()) * 1000)::bigint << 12, 1500,
        country, asn, device_class, browser, referrer_host
      from made
    ) c`;
  return count;
}
