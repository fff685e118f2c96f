import type { BookCheck, Difference } from "../../money/books/book-check";
import { ALL_LINKS } from "./update-counters";

/** Checks that the counters of conversions and impressions equal the sums of what they count. */
export const insightChecks: BookCheck[] = [
  {
    name: "conversion_counts_equal_conversions",
    claim: "the counters of every link, event and day are the sum of its counted conversions",
    find: (tx, limit) => tx<Difference[]>`
      /* stats.conversionCountsEqualConversions */
      select campaign_id as campaign, creator_id as creator, event, click_day::text as day,
        coalesce(k.conversions, 0)::text as "countedConversions", coalesce(c.conversions, 0)::text as conversions,
        coalesce(k.value_micros, 0)::text as "countedMicros", coalesce(c.value_micros, 0)::text as "valueMicros"
      from conversion_counts k
      full join (
        select campaign_id, creator_id, event, (clicked_at at time zone 'UTC')::date as click_day,
          count(*) as conversions, coalesce(sum(value_micros), 0) as value_micros
        from conversions where state = 'counted' group by 1, 2, 3, 4
      ) c using (campaign_id, creator_id, event, click_day)
      where coalesce(k.conversions, 0) <> coalesce(c.conversions, 0)
        or coalesce(k.value_micros, 0) <> coalesce(c.value_micros, 0)
      order by 1, 2, 3, 4 limit ${limit}`,
  },
  {
    name: "conversions_follow_their_clicks",
    claim: "a conversion that no longer waits has the state of its click's verdict",
    find: (tx, limit) => tx<Difference[]>`
      /* stats.conversionsFollowTheirClicks */
      select c.click_id as click, c.event, c.state, k.verdict
      from conversions c join clicks k on k.id = c.click_id and k.clicked_at = c.clicked_at
      where c.state <> 'waiting' and c.state <> conversion_state(k.verdict)
      order by c.click_id, c.event limit ${limit}`,
  },
  {
    name: "conversion_quarters_equal_conversions",
    claim:
      "the counters of conversions of every quarter of an hour, for links and campaigns, are the sum of its counted conversions",
    find: (tx, limit) => tx<Difference[]>`
      /* stats.conversionQuartersEqualConversions */
      select campaign_id as campaign, creator_id as creator, event, starts_at::text as quarter,
        coalesce(k.conversions, 0)::text as "countedConversions", coalesce(c.conversions, 0)::text as conversions,
        coalesce(k.value_micros, 0)::text as "countedMicros", coalesce(c.value_micros, 0)::text as "valueMicros"
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
        or coalesce(k.value_micros, 0) <> coalesce(c.value_micros, 0)
      order by 1, 2, 3, 4 limit ${limit}`,
  },
  {
    name: "impression_totals_equal_quarters",
    claim: "the impressions of every link are the sum of its quarters of an hour",
    find: (tx, limit) => tx<Difference[]>`
      /* stats.impressionTotalsEqualQuarters */
      select campaign_id as campaign, creator_id as creator, coalesce(t.impressions, 0)::text as counted,
        coalesce(q.impressions, 0)::text as impressions
      from impression_totals t
      full join (
        select campaign_id, creator_id, sum(impressions) as impressions from impression_quarters
        where creator_id <> ${ALL_LINKS} group by 1, 2
      ) q using (campaign_id, creator_id)
      where coalesce(t.impressions, 0) <> coalesce(q.impressions, 0)
      order by 1, 2 limit ${limit}`,
  },
  {
    name: "campaign_impressions_equal_links",
    claim: "the impressions of every campaign and quarter of an hour are the sum of its links",
    find: (tx, limit) => tx<Difference[]>`
      /* stats.campaignImpressionsEqualLinks */
      select campaign_id as campaign, starts_at::text as quarter, coalesce(a.impressions, 0)::text as counted,
        coalesce(l.impressions, 0)::text as impressions
      from (select * from impression_quarters where creator_id = ${ALL_LINKS}) a
      full join (
        select campaign_id, starts_at, sum(impressions) as impressions from impression_quarters
        where creator_id <> ${ALL_LINKS} group by 1, 2
      ) l using (campaign_id, starts_at)
      where coalesce(a.impressions, 0) <> coalesce(l.impressions, 0)
      order by 1, 2 limit ${limit}`,
  },
];
