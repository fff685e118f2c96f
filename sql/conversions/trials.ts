import type { ClickCost } from "@fairclick/core/campaigns/status";
import type { LinkReturns, ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { RuleTrial } from "@fairclick/core/clicks/rule-trials";
import type { FinalVerdict, Signal } from "@fairclick/core/clicks/signal";
import { JOINED } from "@fairclick/core/conversions/report";
import { ALL_LINKS, type CampaignId } from "@fairclick/core/ids";
import type { JoinRate } from "../campaigns/campaigns";
import { isAppealOf } from "../campaigns/cases";
import { hasDevice } from "../clicks/flagged-clicks";
import type { Queryable, Tx } from "../db/client";

/** UTC days, both included: `2026-01-31`. */
type DaySpan = { fromDay: string; toDay: string };
type MeasuredTrial = RuleTrial & { signal: string };

/**
 * Measures every rule on campaigns with games that report players and are not far below their genre, and
 * publishes the figures in place of the last ones. Clicks count under the rule that refused them first, also
 * if they were approved later. Reads only daily sums.
 */
export async function replaceTrials(
  tx: Tx,
  { fromDay, toDay, at }: DaySpan & { at: Date },
): Promise<void> {
  const days = tx`between ${fromDay}::date and ${toDay}::date`;
  await tx`/* ruleTrials.clear */ delete from rule_trials`;
  await tx`
    /* ruleTrials.measure */
    with reporting as materialized (
      select r.campaign_id, c.developer_id
      from campaign_join_rates r join campaigns c on c.id = r.campaign_id
      where r.joined > 0 and not r.is_far_below
    ),
    cleared as materialized (
      select d.campaign_id, d.creator_id, d.judged_as as signal, sum(d.cleared) as clicks
      from reporting r join rule_days d on d.campaign_id = r.campaign_id and d.day ${days}
      where d.cleared > 0 group by 1, 2, 3
    ),
    refused as materialized (
      select campaign_id, creator_id, signal, sum(clicks) as clicks
      from (
        select d.campaign_id, d.creator_id, d.value as signal, d.invalid + d.held as clicks
        from reporting r join click_days d on d.campaign_id = r.campaign_id
          and d.creator_id <> ${ALL_LINKS} and d.dimension = 'reason' and d.day ${days}
        union all select * from cleared
      ) each_day
      group by 1, 2, 3 having sum(clicks) > 0
    ),
    accepted as materialized (
      select campaign_id, creator_id, greatest(sum(clicks), 0) as clicks
      from (
        select d.campaign_id, d.creator_id, d.valid as clicks
        from reporting r join click_days d on d.campaign_id = r.campaign_id
          and d.creator_id <> ${ALL_LINKS} and d.dimension = 'device' and d.day ${days}
        union all select campaign_id, creator_id, -clicks from cleared
      ) each_day
      group by 1, 2
    ),
    came as materialized (
      select p.campaign_id, p.creator_id, p.judged_as, sum(p.joined) as joined, sum(p.returned) as returned
      from reporting r join rule_days p on p.campaign_id = r.campaign_id and p.day ${days}
      group by 1, 2, 3
    ),
    by_developer as (
      select k.signal, r.developer_id, sum(k.clicks) as clicks,
        coalesce(sum(p.joined), 0) as joined, coalesce(sum(p.returned), 0) as returned,
        coalesce(sum(a.clicks), 0) as accepted_clicks, coalesce(sum(q.joined), 0) as accepted_joined,
        coalesce(sum(q.returned), 0) as accepted_returned
      from refused k
      join reporting r on r.campaign_id = k.campaign_id
      left join came p on p.campaign_id = k.campaign_id and p.creator_id = k.creator_id and p.judged_as = k.signal
      left join accepted a on a.campaign_id = k.campaign_id and a.creator_id = k.creator_id
      left join came q on q.campaign_id = k.campaign_id and q.creator_id = k.creator_id and q.judged_as = ''
      group by 1, 2
    ),
    placed as (
      select *, row_number() over (partition by signal order by returned desc, developer_id) as place
      from by_developer
    )
    insert into rule_trials (signal, clicks, joined, returned, accepted_clicks, accepted_joined,
      accepted_returned, developers, others_clicks, others_returned, from_day, to_day, measured_at)
    select signal, sum(clicks), sum(joined), sum(returned), sum(accepted_clicks), sum(accepted_joined),
      sum(accepted_returned), count(*), coalesce(sum(clicks) filter (where place > 1), 0),
      coalesce(sum(returned) filter (where place > 1), 0), ${fromDay}::date, ${toDay}::date, ${at}
    from placed group by signal`;
}

/** Lists the figures that were measured last, at most one row per rule. */
export async function listMeasuredTrials(db: Queryable): Promise<(MeasuredTrial & DaySpan)[]> {
  return db<(MeasuredTrial & DaySpan)[]>`
    /* ruleTrials.list */
    select signal, clicks::float8 as clicks, joined::float8 as joined, returned::float8 as returned,
      json_build_object('clicks', accepted_clicks, 'joined', accepted_joined, 'returned', accepted_returned) as accepted,
      developers, json_build_object('clicks', others_clicks, 'returned', others_returned) as others,
      from_day::text as from_day, to_day::text as to_day
    from rule_trials order by signal limit 1000`;
}

/** Lists campaigns with due refused clicks of players who came back. */
export async function listCampaignsWithProofs(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<CampaignId[]> {
  const rows = await db<{ id: CampaignId }[]>`
    /* proofs.listCampaigns */
    select campaign_id as id from (
      select campaign_id, try_at from players where try_at <= ${now} order by try_at limit 10000
    ) due
    group by campaign_id order by min(try_at), campaign_id limit ${limit}`;
  return rows.map(({ id }) => id);
}

export type ProofRow = ClickCost & {
  clickId: string;
  clickedAt: Date;
  creatorId: string;
  player: string;
  /** Null if the click is no longer kept. */
  verdict: FinalVerdict | null;
  signals: Signal[];
  paidMicros: bigint;
  /** The cookie's own part of the device key; null for a device without a cookie. */
  device: string | null;
  decided: boolean;
  related: boolean;
  suspended: boolean;
  playerPaid: boolean;
  devicePaid: boolean;
  /** The ip key; null once it is forgotten. */
  address: string | null;
  addressPaid: number;
  link: LinkReturns;
};

/** The click that set the cookie, in the key of a known device. */
const FIRST_CLICK =
  "^cookie:[0-9a-f-]{36}[.]([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$";

/**
 * Locks and returns a campaign's due clicks, oldest first, with what decides about their payment.
 * The campaign and its escrow must be locked, so that no other click of the campaign is paid meanwhile.
 */
export async function lockDueProofs(
  tx: Tx,
  { campaignId, now, limit }: { campaignId: CampaignId; now: Date; limit: number },
): Promise<ProofRow[]> {
  return tx<ProofRow[]>`
    /* proofs.lockDue */
    with due as materialized (
      select click_id, clicked_at, campaign_id, creator_id, player from players
      where campaign_id = ${campaignId} and try_at <= ${now}
      order by clicked_at, click_id limit ${limit} for update
    )
    select p.click_id, p.clicked_at, p.creator_id,
      encode(p.player, 'hex') as player, c.verdict, coalesce(c.signals, '[]') as signals,
      coalesce(c.price_micros, 0)::bigint as price_micros, coalesce(c.fee_micros, 0)::bigint as fee_micros, coalesce(c.paid_micros, 0) as paid_micros,
      case when c.device_known then c.device_key end as device,
      exists (select from click_decisions d where d.click_id = p.click_id)
        or exists (
          select from cases a where a.state = 'declined' and ${isAppealOf(tx, "a", {
            campaignId: tx`p.campaign_id`,
            creatorId: tx`p.creator_id`,
            clickedAt: tx`p.clicked_at`,
            reason: tx`c.reason`,
          })}
        )
        as decided,
      p.creator_id = m.developer_id or exists (
        select from presences own join presences other using (kind, key)
        where own.kind = 'device' and own.user_id = p.creator_id and other.user_id = m.developer_id
      ) as related,
      u.suspended_at is not null or v.suspended_at is not null as suspended,
      exists (
        select from players o
        left join clicks k on k.id = o.click_id and k.clicked_at = o.clicked_at
        left join conversions v on v.click_id = o.click_id and v.event = ${JOINED}
        where o.campaign_id = ${campaignId} and o.player = p.player and o.click_id <> p.click_id
          -- Of a click that is no longer here, its conversion knows the verdict.
          and (k.verdict = 'valid' or (k.id is null and v.state = 'counted'))
      ) as player_paid,
      c.device_known and (
        exists (
          select from visited_clicks k
          where ${hasDevice(tx, "k", tx`c.device_key`)} and k.campaign_id = ${campaignId}
            and k.accepted and k.verdict = 'valid'
            and k.clicked_at between c.clicked_at - interval '30 days' and c.clicked_at + interval '30 days'
        ) or exists (
          select from clicks k
          where k.id = substring(c.device_key from ${FIRST_CLICK})::uuid and k.campaign_id = ${campaignId}
            and k.clicked_at between c.clicked_at - interval '30 days' and c.clicked_at
            and k.verdict = 'valid'
        )
      ) as device_paid,
      c.ip_key::text as address,
      (
        select count(*) from visited_clicks k
        where k.ip_key = c.ip_key and k.campaign_id = ${campaignId}
          and k.accepted and k.verdict = 'valid'
          and k.clicked_at between c.clicked_at - interval '1 day' and c.clicked_at + interval '1 day'
      )::int as address_paid,
      r.returns as link
    from due p
    join campaigns m on m.id = ${campaignId}
    join users u on u.id = p.creator_id
    join users v on v.id = m.developer_id
    left join visited_clicks c on c.id = p.click_id and c.clicked_at = p.clicked_at
    cross join lateral (
      select json_build_object(
        'accepted', json_build_object(
          'joined', coalesce(sum(joined) filter (where judged_as = ''), 0),
          'returned', coalesce(sum(returned) filter (where judged_as = ''), 0)),
        'refused', json_build_object(
          'joined', coalesce(sum(joined) filter (where judged_as <> ''), 0),
          'returned', coalesce(sum(returned) filter (where judged_as <> ''), 0))
      ) as returns
      from rule_days d where d.campaign_id = ${campaignId} and d.creator_id = p.creator_id
    ) r
    order by p.clicked_at, p.click_id`;
}

/** Stores what became of proven clicks. With `tryAt` they are due again at that time. */
export async function updateProofs(
  tx: Tx,
  proofs: { clickId: string; outcome: ProofOutcome; tryAt: Date | null }[],
): Promise<void> {
  await tx`
    /* proofs.update */
    update players p set outcome = given.outcome, try_at = given.try_at
    from unnest(
      ${proofs.map(({ clickId }) => clickId)}::uuid[],
      ${proofs.map(({ outcome }) => outcome)}::text[],
      ${proofs.map(({ tryAt }) => tryAt?.toISOString() ?? null)}::timestamptz[]
    ) as given (click_id, outcome, try_at)
    where p.click_id = given.click_id`;
}

export type JoinCounts = { campaignId: CampaignId; genre: string; clicks: number; joined: number };

/** Counts accepted clicks and players of each campaign with any; `genre` is its first one. */
export async function listJoinCounts(tx: Tx, { fromDay, toDay }: DaySpan): Promise<JoinCounts[]> {
  return tx<JoinCounts[]>`
    /* joinRates.listCounts */
    select c.id as campaign_id, coalesce(c.genres[1], '') as genre, k.clicks::float8 as clicks,
      coalesce(p.joined, 0)::float8 as joined
    from campaigns c
    cross join lateral (
      select sum(valid) as clicks from click_days
      where campaign_id = c.id and creator_id = ${ALL_LINKS} and dimension = 'device'
        and day between ${fromDay}::date and ${toDay}::date
    ) k
    cross join lateral (
      select sum(joined) as joined from rule_days
      where campaign_id = c.id and judged_as = '' and day between ${fromDay}::date and ${toDay}::date
    ) p
    where k.clicks > 0 order by c.id limit 1000000`;
}

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
