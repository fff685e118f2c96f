import { ALL_LINKS } from "@fairclick/core/ids";
import {
  addSums,
  dimensionValues,
  ofOneLink,
  sumColumns,
  sumsByVerdict,
} from "@fairclick/sql/clicks/counters";
import type { Sql } from "@fairclick/sql/db/client";
import { inTurns } from "./in-turns";

const keys = {
  click_quarters: ["campaign_id", "creator_id", "starts_at"],
  click_days: ["campaign_id", "creator_id", "dimension", "day", "value"],
};

/**
 * Fills the counters of all stored clicks as settlement would. A click is counted under its own day only,
 * so that each partition is summed by itself; unique keys are built afterwards.
 */
export async function fillCounters(owner: Sql): Promise<void> {
  const partitions = await owner<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass and c.reltuples > 0 order by c.reltuples desc`;
  for (const table of Object.keys(keys)) {
    await owner`alter table ${owner(table)} drop constraint ${owner(`${table}_pkey`)}`;
  }
  await inTurns(owner, partitions, (session, { name }) => countDay(session, name));
  await inTurns(owner, Object.entries(keys), async (session, [table, columns]) => {
    await session`
      alter table ${session(table)} add constraint ${session(`${table}_pkey`)}
      primary key (${session(columns)})`;
  });
  await owner`
    insert into link_outcomes (campaign_id, creator_id, ${sumColumns(owner)})
    select campaign_id, creator_id, ${addSums(owner)}
    from click_quarters where creator_id <> ${ALL_LINKS} group by 1, 2`;
}

/** The sums of a day are those that `updateCounters` adds for its clicks. */
async function countDay(session: Sql, partition: string): Promise<void> {
  await session`
    with alike as materialized (
      select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
        country, device_class, browser, referrer_host, link_name, verdict, reason, count(*) as clicks,
        sum(price_micros) as micros, sum(fee_micros) as fee_micros
      from ${session(partition)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ),
    quarters as (
      insert into click_quarters
      select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), starts_at, ${sumsByVerdict(session)}
      from alike group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at))
    )
    insert into click_days
    select campaign_id, coalesce(creator_id, ${ALL_LINKS}::uuid), dimension, day, value, ${sumsByVerdict(session)}
    from (
      select c.*, dimensions.*, (starts_at at time zone 'UTC')::date as day
      from alike c cross join lateral ${dimensionValues(session)}
      where dimensions.value is not null
    ) c
    group by grouping sets ((campaign_id, creator_id, dimension, day, value), (campaign_id, dimension, day, value))
    having ${ofOneLink(session)}`;
}
