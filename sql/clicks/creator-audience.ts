import type { Queryable } from "../db/client";

/** Clicks of a creator that were not invalid, and how many had the chosen countries or devices. */
export type CreatorAudienceRow = { clicks: bigint; fromCountries: bigint; fromDevices: bigint };

/** Sums the daily counters of a creator's links from a UTC day on. */
export async function sumCreatorAudience(
  db: Queryable,
  given: {
    creatorId: string;
    since: Date;
    countries: readonly string[];
    deviceClasses: readonly string[];
  },
): Promise<CreatorAudienceRow> {
  const [row] = await db<CreatorAudienceRow[]>`
    /* creatorAudience.sumCreatorAudience */
    select coalesce(sum(clicks) filter (where dimension = 'country'), 0)::bigint as clicks,
      coalesce(sum(clicks) filter (
        where dimension = 'country' and value = any (${[...given.countries]}::text[])
      ), 0)::bigint as "fromCountries",
      coalesce(sum(clicks) filter (
        where dimension = 'device' and value = any (${[...given.deviceClasses]}::text[])
      ), 0)::bigint as "fromDevices"
    from links l cross join lateral (
      select dimension, value, valid + held + unpaid as clicks from click_days d
      where d.campaign_id = l.campaign_id and d.creator_id = l.creator_id
        and d.dimension in ('country', 'device')
        and d.day >= (${given.since}::timestamptz at time zone 'UTC')::date
    ) days
    where l.creator_id = ${given.creatorId}`;
  return row ?? { clicks: 0n, fromCountries: 0n, fromDevices: 0n };
}
