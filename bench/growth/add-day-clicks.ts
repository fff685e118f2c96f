import type { BenchLink } from "@fairclick/e2e/world/market";
import type { Sql } from "@fairclick/sql/db/client";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import type { HistoryDay, HistorySpan } from "./history-days";

export type Traffic = {
  links: readonly BenchLink[];
  /**
   * Whether the first links and the first IPv4 addresses have the most clicks: the first link has a twelfth
   * of all, the first address a hundredth.
   */
  isUneven: boolean;
  /** Share of all further clicks that the last link gets; 0 by default. */
  ofOneLink?: number;
};

/** Inserts the clicks of one day into its partitions. */
export async function addDayClicks(
  session: Sql,
  traffic: Traffic,
  { day, spans }: HistoryDay,
): Promise<void> {
  for (const span of spans) {
    if (span.clicks > 0) await addClicks(session, traffic, { day, ...span });
  }
}

type Part = HistorySpan & Pick<HistoryDay, "day">;

/**
 * Seven of ten clicks are paid, a hundredth is held, a third comes over IPv6, and AS numbers, user agents,
 * countries and referrers are spread unevenly. Each click has a device of its own.
 */
async function addClicks(
  session: Sql,
  { links, isUneven, ofOneLink = 0 }: Traffic,
  { day, from, to, clicks }: Part,
): Promise<void> {
  const seconds = (to.getTime() - from.getTime()) / 1_000;
  await insertJudgedClicks(
    session,
    session`
      select gen_random_uuid() as id, at as clicked_at,
        (${links.map((link) => link.campaignId)}::uuid[])[1 + place] as campaign_id,
        (${links.map((link) => link.creatorId)}::uuid[])[1 + place] as creator_id, ip_key,
        'cookie:' || gen_random_uuid() as device_key,
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/' || (100 + power(random(), 2) * 200)::int as user_agent,
        (array['US','BR','IN','DE','FR','GB','PH','MX','ID','TR','PL','VN','ES','IT','CA'])[1 + (power(random(), 2) * 14)::int] as country,
        1000 + (power(random(), 3) * 5000)::int as asn,
        (array['phone','phone','phone','desktop','tablet'])[1 + (random() * 4)::int] as device_class,
        (array['Chrome','Safari','In an app','Firefox','Edge'])[1 + (power(random(), 2) * 4)::int] as browser,
        'host' || (power(random(), 4) * 30)::int || '.example' as referrer_host,
        case when reason is not null then jsonb_build_array(jsonb_build_object('signal', reason, 'evidence', '{}'::jsonb)) end as signals,
        case reason when 'vpn' then 'held' when 'known_bot' then 'invalid' when 'ip_burst' then 'invalid' else 'valid' end as verdict,
        reason
      from (
        select case when random() < ${ofOneLink} then ${links.length - 1} else (power(random(), ${isUneven ? 3 : 1}) * ${links.length - 1})::int end as place,
          case when luck < 0.2 then 'known_bot' when luck < 0.29 then 'ip_burst' when luck < 0.3 then 'vpn' end as reason,
          date_trunc('milliseconds', ${from}::timestamptz + made.time * ${seconds}::float8 * interval '1 second') as at,
          case when luck * 1000 - floor(luck * 1000) < 0.33
            then set_masklen('2a02:0:0:1::/64'::inet + ((random() * 4294967295)::bigint << 30), 64)
            else '81.0.0.0'::inet + (power(random(), ${isUneven ? 4 : 1}) * 16777215)::bigint end as ip_key
        from (select random() as luck, random() as time from generate_series(1, ${clicks}) n offset 0) made
        offset 0
      ) made`,
    { day },
  );
}
