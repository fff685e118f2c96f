import type { CampaignId } from "@fairclick/core/ids";
import { ALL_LINKS } from "../clicks/stats/update-counters";
import type { Queryable, Tx } from "../db/client";
import type { DaySpan } from "./rule-trials";

export type JoinCounts = { campaignId: CampaignId; genre: string; clicks: number; joined: number };

/** Counts accepted clicks and players of each campaign with any; `genre` is its first one. */
export async function listJoinCounts(tx: Tx, { fromDay, toDay }: DaySpan): Promise<JoinCounts[]> {
  return tx<JoinCounts[]>`
    /* joinRates.listCounts */
    select c.id as "campaignId", coalesce(c.genres[1], '') as genre, k.clicks::float8 as clicks,
      coalesce(p.joined, 0)::float8 as joined
    from campaigns c
    cross join lateral (
      select sum(valid) as clicks from click_days
      where campaign_id = c.id and creator_id = ${ALL_LINKS} and dimension = 'device'
        and day between ${fromDay}::date and ${toDay}::date
    ) k
    cross join lateral (
      select sum(joined) as joined from player_days
      where campaign_id = c.id and judged_as = '' and day between ${fromDay}::date and ${toDay}::date
    ) p
    where k.clicks > 0 order by c.id limit 1000000`;
}

export type JoinRate = {
  clicks: number;
  joined: number;
  genreRate: number | null;
  isFarBelow: boolean;
};

/** Replaces all join rates. */
export async function replaceJoinRates(
  tx: Tx,
  { rates, at }: { rates: (JoinRate & { campaignId: CampaignId })[]; at: Date },
): Promise<void> {
  await tx`/* joinRates.clear */ delete from campaign_join_rates`;
  await tx`
    /* joinRates.insert */
    insert into campaign_join_rates (campaign_id, clicks, joined, genre_rate, is_far_below, measured_at)
    select rate.*, ${at}::timestamptz
    from unnest(
      ${rates.map(({ campaignId }) => campaignId)}::uuid[],
      ${rates.map(({ clicks }) => clicks)}::bigint[],
      ${rates.map(({ joined }) => joined)}::bigint[],
      ${rates.map(({ genreRate }) => genreRate)}::float8[],
      ${rates.map(({ isFarBelow }) => String(isFarBelow))}::text[]::bool[]
    ) as rate`;
}

/** The column `joinRate` of campaigns, with their join rates joined as `j`. */
export function joinRateColumn(db: Queryable) {
  return db`case when j.campaign_id is not null then json_build_object('clicks', j.clicks,
    'joined', j.joined, 'genreRate', j.genre_rate, 'isFarBelow', j.is_far_below) end as "joinRate"`;
}
