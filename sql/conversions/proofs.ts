import type { LinkReturns, ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { FinalVerdict, Signal } from "@fairclick/core/clicks/signal";
import type { CampaignId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

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

export type ProofRow = {
  clickId: string;
  clickedAt: Date;
  creatorId: string;
  player: string;
  /** Null if the click is no longer kept. */
  verdict: FinalVerdict | null;
  signals: Signal[];
  priceMicros: bigint;
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
      select click_id, clicked_at, creator_id, player from players
      where campaign_id = ${campaignId} and try_at <= ${now}
      order by clicked_at, click_id limit ${limit} for update
    )
    select p.click_id as "clickId", p.clicked_at as "clickedAt", p.creator_id as "creatorId",
      encode(p.player, 'hex') as player, c.verdict, coalesce(c.signals, '[]') as signals,
      coalesce(c.price_micros, 0) as "priceMicros", coalesce(c.paid_micros, 0) as "paidMicros",
      case when c.device_known then c.device_key end as device,
      exists (select from click_decisions d where d.click_id = p.click_id)
        or exists (select from click_appeals a where a.click_id = p.click_id and a.state = 'declined')
        as decided,
      p.creator_id = m.developer_id or exists (
        select from presences own join presences other using (kind, key)
        where own.kind = 'device' and own.user_id = p.creator_id and other.user_id = m.developer_id
      ) as related,
      u.suspended_at is not null or v.suspended_at is not null as suspended,
      exists (
        select from players o
        join clicks k on k.id = o.click_id and k.clicked_at = o.clicked_at and k.verdict = 'valid'
        where o.campaign_id = ${campaignId} and o.player = p.player and o.click_id <> p.click_id
      ) as "playerPaid",
      c.device_known and (
        exists (
          select from clicks k
          where k.device_key = c.device_key and k.campaign_id = ${campaignId}
            and k.verdict in ('valid', 'held') and k.verdict = 'valid'
            and k.clicked_at between c.clicked_at - interval '30 days' and c.clicked_at + interval '30 days'
        ) or exists (
          select from clicks k
          where k.id = substring(c.device_key from ${FIRST_CLICK})::uuid and k.campaign_id = ${campaignId}
            and k.clicked_at between c.clicked_at - interval '30 days' and c.clicked_at
            and k.verdict = 'valid'
        )
      ) as "devicePaid",
      c.ip_key::text as address,
      (
        select count(*) from clicks k
        where k.ip_key = c.ip_key and k.campaign_id = ${campaignId}
          and k.verdict in ('valid', 'held') and k.verdict = 'valid'
          and k.clicked_at between c.clicked_at - interval '1 day' and c.clicked_at + interval '1 day'
      )::int as "addressPaid",
      r.returns as link
    from due p
    join campaigns m on m.id = ${campaignId}
    join users u on u.id = p.creator_id
    join users v on v.id = m.developer_id
    left join clicks c on c.id = p.click_id and c.clicked_at = p.clicked_at
    cross join lateral (
      select json_build_object(
        'accepted', json_build_object(
          'joined', coalesce(sum(joined) filter (where judged_as = ''), 0),
          'returned', coalesce(sum(returned) filter (where judged_as = ''), 0)),
        'refused', json_build_object(
          'joined', coalesce(sum(joined) filter (where judged_as <> ''), 0),
          'returned', coalesce(sum(returned) filter (where judged_as <> ''), 0))
      ) as returns
      from player_days d where d.campaign_id = ${campaignId} and d.creator_id = p.creator_id
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
