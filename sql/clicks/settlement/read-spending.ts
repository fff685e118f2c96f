import { type LimitsFrom, type Spending, utcDay } from "@fairclick/core/clicks/spending";
import { arrayLiteral } from "../../db/array-literal";
import type { Tx } from "../../db/client";
import { ALL_LINKS } from "../stats/update-counters";

/** The clicks to read spending for. */
type SpentClick = { campaignId: string; creatorId: string; at: number };

/**
 * Returns limits and spending, by campaign, as far as the clicks need them; campaigns without limits
 * are missing. Call it with the campaigns' escrows locked, so that nothing else claims.
 */
export async function readSpending(
  tx: Tx,
  clicks: readonly SpentClick[],
): Promise<Map<string, Spending>> {
  const first = new Map<string, number>();
  for (const { campaignId, at } of clicks) {
    first.set(campaignId, Math.min(at, first.get(campaignId) ?? Infinity));
  }
  const limits = await readLimits(tx, first);
  if (limits.size === 0) return new Map();
  const limited = clicks.filter(({ campaignId }) => limits.has(campaignId));
  const days = await readDays(tx, { campaignIds: [...limits.keys()], first });
  const creators = await readCreators(tx, limited);
  return new Map(
    [...limits].map(([campaignId, own]) => [
      campaignId,
      {
        limits: own,
        days: new Map(days.get(campaignId)?.map(({ day, micros }) => [day, micros])),
        creators: new Map(
          creators.get(campaignId)?.map(({ creatorId, micros }) => [creatorId, micros]),
        ),
      },
    ]),
  );
}

/** Returns the limits in force at each campaign's first click, and later ones, sorted by time. */
async function readLimits(
  tx: Tx,
  first: ReadonlyMap<string, number>,
): Promise<Map<string, LimitsFrom[]>> {
  const rows = await tx<(LimitsFrom & { campaignId: string })[]>`
    /* settlement.readLimits */
    select l.campaign_id as "campaignId",
      (ceil(extract(epoch from l.from_at) * 1000))::float8 as "from",
      l.daily_cap_micros as "dailyCapMicros", l.creator_cap_micros as "creatorCapMicros"
    from unnest(
      ${arrayLiteral([...first.keys()])}::uuid[], ${arrayLiteral([...first.values()])}::float8[]
    ) as given (campaign_id, first_ms)
    join campaign_limits l on l.campaign_id = given.campaign_id
      and l.from_at >= coalesce((
        select max(from_at) from campaign_limits
        where campaign_id = given.campaign_id
          and from_at <= timestamptz 'epoch' + given.first_ms * interval '1 millisecond'
      ), '-infinity')
    order by l.campaign_id, l.from_at`;
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

type DaysWanted = { campaignIds: readonly string[]; first: ReadonlyMap<string, number> };

/** Every click has exactly one device, so one dimension holds all clicks of a day. */
async function readDays(tx: Tx, { campaignIds, first }: DaysWanted) {
  const days = campaignIds.map((id) => utcDay(first.get(id) ?? 0));
  const rows = await tx<{ campaignId: string; day: number; micros: bigint }[]>`
    /* settlement.readSpentDays */
    select d.campaign_id as "campaignId", d.day - date '1970-01-01' as day,
      sum(d.paid_micros + d.held_micros + (d.valid + d.held) * c.fee_micros)::bigint as micros
    from unnest(${arrayLiteral(campaignIds)}::uuid[], ${arrayLiteral(days)}::int[])
      as given (campaign_id, first_day)
    join campaigns c on c.id = given.campaign_id
    join click_days d on d.campaign_id = given.campaign_id and d.creator_id = ${ALL_LINKS}
      and d.dimension = 'device' and d.day >= date '1970-01-01' + given.first_day
    group by d.campaign_id, d.day`;
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

async function readCreators(tx: Tx, clicks: readonly SpentClick[]) {
  const links = [
    ...new Map(clicks.map((click) => [`${click.campaignId} ${click.creatorId}`, click])).values(),
  ];
  const rows = await tx<{ campaignId: string; creatorId: string; micros: bigint }[]>`
    /* settlement.readSpentCreators */
    select k.campaign_id as "campaignId", k.creator_id as "creatorId",
      k.paid_micros + k.held_micros + (k.valid + k.held) * c.fee_micros as micros
    from unnest(
      ${arrayLiteral(links.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(links.map(({ creatorId }) => creatorId))}::uuid[]
    ) as link (campaign_id, creator_id)
    join campaigns c on c.id = link.campaign_id
    join link_outcomes k on k.campaign_id = link.campaign_id and k.creator_id = link.creator_id`;
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}
