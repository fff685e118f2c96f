import { JOINED } from "@fairclick/core/conversions/events";
import type { BenchLink } from "@fairclick/e2e/world/market";
import { makeClickPartitions } from "@fairclick/sql/clicks/click-partitions";
import { ALL_LINKS } from "@fairclick/sql/clicks/stats/update-counters";
import type { Sql } from "@fairclick/sql/db/client";
import { withoutClickIndices } from "@fairclick/sql/testing/without-click-indices";

const BATCH_SIZE = 1_000_000;
const DAY_MS = 86_400_000;
/** Thirteen months. */
const DAYS = 396;

/** Inserts judged clicks as `fillClicks` does, with all their counters. */
export async function fillHistory(
  { owner }: { owner: Sql },
  links: readonly BenchLink[],
  stored: number,
): Promise<void> {
  await fillClicks(owner, links, stored);
  await fillCounters(owner);
  await fillInsightCounters(owner);
  await owner`vacuum analyze`;
}

/**
 * Inserts judged clicks on the given links. Two fifths are from the last day, which is what settlement
 * reads; the rest are spread over thirteen months. Indexes are built after the inserts.
 */
export async function fillClicks(
  owner: Sql,
  links: readonly BenchLink[],
  stored: number,
): Promise<void> {
  const now = Date.now();
  // As the owner, whose statements have no time limit: hundreds of partitions take seconds.
  await makeClickPartitions(owner, {
    from: new Date(now - (DAYS + 1) * DAY_MS),
    to: new Date(now),
  });
  await withoutClickIndices(owner, async () => {
    for (let start = 0; start < stored; start += BATCH_SIZE) {
      await addClicks(owner, links, Math.min(BATCH_SIZE, stored - start));
    }
  });
}

async function addClicks(owner: Sql, links: readonly BenchLink[], clicks: number): Promise<void> {
  const last = links.length - 1;
  await owner`
    insert into clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key,
      device_known, method, user_agent, country, device_class, browser, referrer_host, signals,
      recorded_at, verdict, reason, policy_version, settlement_id, transaction_id, price_micros, paid_micros)
    select gen_random_uuid(), at, (${links.map((link) => link.campaignId)}::uuid[])[1 + place],
      (${links.map((link) => link.creatorId)}::uuid[])[1 + place], ip, ip, 'cookie:' || gen_random_uuid(), true,
      'GET', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36',
      (array['US','BR','IN','DE','FR','GB','PH','MX','ID','TR','PL','VN','ES','IT','CA'])[1 + (power(random(), 2) * 14)::int],
      (array['phone','phone','phone','desktop','tablet'])[1 + (random() * 4)::int],
      (array['Chrome','Safari','In an app','Firefox','Edge'])[1 + (power(random(), 2) * 4)::int],
      'host' || (power(random(), 4) * 30)::int || '.example', '[]', at,
      case when paid then 'valid' else 'invalid' end, case when not paid then 'known_bot' end, 1,
      gen_random_uuid(), case when paid then gen_random_uuid() end, 1500, case when paid then 1500 else 0 end
    from (
      select (random() * ${last})::int as place, random() < 0.7 as paid,
        date_trunc('milliseconds', now() - random() * case when n % 5 < 2 then interval '1 day' else ${DAYS} * interval '1 day' end) as at,
        ('81.' || (random() * 255)::int || '.' || (random() * 255)::int || '.' || (random() * 255)::int)::inet as ip
      from generate_series(1, ${clicks}) n
      offset 0
    ) made`;
}

/** Fills the counters as settlement would. */
async function fillCounters(owner: Sql): Promise<void> {
  const sums = owner`count(*) filter (where verdict = 'valid'), count(*) filter (where verdict = 'invalid'), 0, 0, sum(paid_micros)`;
  await owner`
    insert into click_quarters
    select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), starts_at, ${sums}
    from (select *, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at from clicks) c
    group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at))`;
  for (const [dimension, column] of Object.entries({
    country: "country",
    device: "device_class",
    browser: "browser",
    referrer: "referrer_host",
    reason: "reason",
  })) {
    await owner`
      insert into click_days
      select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), ${dimension}, day, value, ${sums}
      from (select *, ${owner(column)} as value, (clicked_at at time zone 'UTC')::date as day from clicks) c
      where value is not null
      group by grouping sets ((campaign_id, creator_id, day, value), (campaign_id, day, value))`;
  }
  await owner`insert into link_outcomes select campaign_id, creator_id, '', ${sums} from clicks group by 1, 2`;
}

/** Adds three impressions per click, and a joined player for every second valid click. */
async function fillInsightCounters(owner: Sql): Promise<void> {
  await owner`
    insert into impression_quarters
    select campaign_id, creator_id, starts_at, 3 * (valid + invalid) from click_quarters`;
  await owner`
    insert into conversion_quarters
    select campaign_id, creator_id, ${JOINED}, starts_at, valid / 2, 0 from click_quarters where valid > 1`;
}
