import type { ExaminedClick, NetworkKind } from "@fairclick/core/clicks/suspect-figures";
import type { SuspectKind } from "@fairclick/core/clicks/suspects";
import { JOINED } from "@fairclick/core/conversions/report";
import {
  arrayLiteral,
  type Fragment,
  type Queryable,
  requireRow,
  sortWhole,
  type Tx,
} from "../db/client";
import type { Span } from "./flagged-clicks";

type LinkId = { campaignId: string; creatorId: string };

export type ChangedLink = LinkId & {
  code: string;
  /** Paid and held clicks of all time. */
  seen: number;
};

type Slice = { least: number; after: LinkId | null; limit: number };

/** Lists links with other numbers of clicks than when they were measured, sorted by campaign and creator. */
export async function listChangedLinks(
  db: Queryable,
  { least, after, limit }: Slice,
): Promise<ChangedLink[]> {
  return db<ChangedLink[]>`
    /* suspects.listChanged */
    select o.campaign_id, o.creator_id, l.code, (o.valid + o.held)::float8 as seen
    from link_outcomes o
    join links l on l.campaign_id = o.campaign_id and l.creator_id = o.creator_id
    left join suspects s on s.kind = 'link' and s.campaign_id = o.campaign_id and s.creator_id = o.creator_id
    where o.valid + o.held >= ${least} and s.seen is distinct from o.valid + o.held
      ${after ? db`and (o.campaign_id, o.creator_id) > (${after.campaignId}, ${after.creatorId})` : db``}
    order by o.campaign_id, o.creator_id limit ${limit}`;
}

/** Counts a link's paid and held clicks of a span of whole quarters of an hour. */
export async function countClicksOfLink(
  db: Queryable,
  { campaignId, creatorId }: LinkId,
  { from, to }: Span,
): Promise<number> {
  const [row] = await db<{ clicks: number }[]>`
    /* suspects.countClicks */
    select coalesce(sum(valid + held), 0)::float8 as clicks from click_quarters
    where campaign_id = ${campaignId} and creator_id = ${creatorId} and starts_at >= ${from} and starts_at < ${to}`;
  return requireRow(row, "clicks").clicks;
}

type Examined = {
  link: LinkId;
  span: Span;
  /** Of each hour, the share that is read: its first clicks. */
  share: number;
};

/**
 * Reads a link's paid and held clicks of a span, oldest first: all, or the first of each hour, so that the whole
 * span is seen however many there are. A join that names no player is one of its own.
 */
export async function readExaminedClicks(
  tx: Tx,
  { link: { campaignId, creatorId }, span, share }: Examined,
): Promise<ExaminedClick[]> {
  // An incremental sort would read the whole campaign by its index.
  await tx`/* suspects.plan */ select ${sortWhole(tx)}`;
  const link = { campaignId: tx`${campaignId}::uuid`, creatorId: tx`${creatorId}::uuid` };
  const ofLink = (within: Fragment) => tx`
    select c.id, c.clicked_at, c.ip_key, c.asn, c.country, c.device_key, c.device_known, c.user_agent from clicks c
    where ${isOfLink(tx, link, span)} ${within} and c.verdict in ('valid', 'held') ${newestOfLink(tx)}`;
  const examined =
    share >= 1
      ? ofLink(tx``)
      : tx`
        select c.* from (
          select date_trunc('hour', starts_at) as starts_at, ceil(${share}::float8 * sum(valid + held))::int as most from click_quarters
          where campaign_id = ${campaignId} and creator_id = ${creatorId} and starts_at >= ${span.from} and starts_at < ${span.to}
          group by 1 having sum(valid + held) > 0
        ) h cross join lateral (
          ${ofLink(tx`and (c.campaign_id, c.creator_id, c.clicked_at) >= (${link.campaignId}, ${link.creatorId}, h.starts_at)
            and (c.campaign_id, c.creator_id, c.clicked_at) < (${link.campaignId}, ${link.creatorId}, h.starts_at + interval '1 hour')
            and c.clicked_at >= h.starts_at and c.clicked_at < h.starts_at + interval '1 hour'`)}
          limit h.most
        ) c`;
  return tx<ExaminedClick[]>`
    /* suspects.readClicks */
    with examined as materialized (${examined})
    select e.clicked_at as at, home_network(text(e.ip_key))::text as network, coalesce(family(e.ip_key) = 6, false) as is_ipv6,
      e.asn, e.country, hashtext(split_part(e.device_key, '.', 1)) as device, not e.device_known as is_fresh,
      hashtext(text(e.ip_key)) as address, hashtext(left(e.user_agent, 300)) as agent,
      case when p.click_id is null then v.click_id::text
        when p.is_counted or p.judged_as is null then encode(p.player, 'hex') end as player,
      ${isHome(tx, tx`'ip'`, { key: tx`abbrev(e.ip_key)`, creatorId })} or ${isHome(tx, tx`'device'`, { key: tx`e.device_key`, creatorId })} as is_home
    from examined e left join players p on p.click_id = e.id
    left join conversions v on v.click_id = e.id and v.event = ${JOINED}
    order by e.clicked_at`;
}

/** An address or device with more accounts is shared by chance. */
const MAX_PEOPLE_AT_HOME = 10;

/** A condition: other people than the creator were signed in there lately, but only a few. */
function isHome(
  db: Queryable,
  kind: Fragment,
  { key, creatorId }: { key: Fragment; creatorId: string },
) {
  return db`(
    select count(*) between 1 and ${MAX_PEOPLE_AT_HOME} from (
      select from presences p where p.kind = ${kind} and p.key = ${key} and p.user_id <> ${creatorId}
      limit ${MAX_PEOPLE_AT_HOME + 1}
    ) people
  )`;
}

export async function storeMeasured(
  db: Queryable,
  { link, measured, at }: { link: ChangedLink; measured: object; at: Date },
): Promise<void> {
  const { campaignId, creatorId, code, seen } = link;
  await db`
    /* suspects.storeMeasured */
    insert into suspects (kind, key, campaign_id, creator_id, seen, measured, measured_at)
    values ('link', ${code}, ${campaignId}, ${creatorId}, ${seen}, ${db.json(measured as never)}, ${at})
    on conflict (kind, key) do update
    set seen = excluded.seen, measured = excluded.measured, measured_at = excluded.measured_at, judged_at = null`;
}

/** Lists campaigns with links that were measured and not compared since. */
export async function listUncomparedCampaigns(db: Queryable): Promise<string[]> {
  const rows = await db<{ campaignId: string }[]>`
    /* suspects.listUncompared */
    select distinct campaign_id from suspects where kind = 'link' and judged_at is null`;
  return rows.map(({ campaignId }) => campaignId);
}

/** Stores what is usual beside links, and that they were compared. */
export async function storeUsual(
  db: Queryable,
  compared: readonly { code: string; usual: object }[],
  at: Date,
): Promise<void> {
  await db`
    /* suspects.storeUsual */
    update suspects s set measured = s.measured || jsonb_build_object('usual', c.usual), judged_at = ${at}
    from jsonb_to_recordset(${db.json(compared as never)}) as c (code text, usual jsonb)
    where s.kind = 'link' and s.key = c.code`;
}

export type MeasuredLink<Measured> = LinkId & {
  code: string;
  measured: Measured;
  /** Of the span: paid and held clicks, and their money. */
  clicks: number;
  paidMicros: bigint;
  heldMicros: bigint;
  developerId: string;
};

/** Reads the measured links of a campaign or of a creator, with their clicks and money since `from`. */
export async function listMeasuredLinks<Measured>(
  db: Queryable,
  {
    of,
    from,
    limit,
  }: { of: { campaignId: string } | { creatorIds: string[] }; from: Date; limit: number },
): Promise<MeasuredLink<Measured>[]> {
  const scope =
    "campaignId" in of
      ? db`s.campaign_id = ${of.campaignId}`
      : db`s.creator_id = any (${arrayLiteral(of.creatorIds)}::uuid[])`;
  return db<MeasuredLink<Measured>[]>`
    /* suspects.listMeasured */
    select s.campaign_id, s.creator_id, s.key as code, s.measured, m.developer_id, q.clicks, q.paid_micros, q.held_micros
    from suspects s join campaigns m on m.id = s.campaign_id
    cross join lateral (
      select coalesce(sum(valid + held), 0)::float8 as clicks, coalesce(sum(paid_micros), 0)::bigint as paid_micros,
        coalesce(sum(held_micros), 0)::bigint as held_micros
      from click_quarters where campaign_id = s.campaign_id and creator_id = s.creator_id and starts_at >= ${from}
    ) q
    where s.kind = 'link' and ${scope} order by s.seen desc limit ${limit}`;
}

export type Judged = {
  kind: SuspectKind;
  key: string;
  creatorId: string | null;
  oddity: number;
  shares: readonly Share[];
  found: object;
  /** False if another row stands for it. */
  isListed: boolean;
};

export type Share = { id: string; paid: string; held: string };

/** Stores what was found about subjects, and what of their money has not left yet. */
export async function storeJudged(
  db: Queryable,
  judged: readonly Judged[],
  at: Date,
): Promise<void> {
  await db`
    /* suspects.storeJudged */
    with judged as (
      select j.kind, j.key, j."creatorId" as creator_id, j.oddity, j.shares, j.found, j."isListed" as is_listed, m.open
      from jsonb_to_recordset(${db.json(judged as never)}) as j (
        kind text, key text, "creatorId" uuid, oddity float8, shares jsonb, found jsonb, "isListed" boolean
      ) cross join lateral (${openMoney(db, db`j.shares`)}) m
    )
    insert into suspects (kind, key, creator_id, judged_at, oddity, shares, found, risk_micros)
    select kind, key, creator_id, ${at}, oddity, shares, found, case when is_listed then (oddity * open)::bigint else 0 end from judged
    on conflict (kind, key) do update
    set judged_at = excluded.judged_at, oddity = excluded.oddity, shares = excluded.shares, found = excluded.found,
      risk_micros = excluded.risk_micros`;
}

/** Money of shares that is held, in the balances of their creators, or in transit: at most the shares. */
function openMoney(db: Queryable, shares: Fragment) {
  return db`
    select coalesce(sum(s.held + least(s.paid, (
      select greatest(0, coalesce(sum(a.balance_micros), 0)) from ledger_accounts a
      where a.owner_id = s.id and a.kind in ('wallet', 'earnings', 'in_transit')
    ))), 0)::bigint as open
    from jsonb_to_recordset(${shares}) as s (id uuid, paid bigint, held bigint)`;
}

/** Lists creators with links that were compared later than they were judged. */
export async function listUnjudgedCreators(db: Queryable): Promise<string[]> {
  const rows = await db<{ creatorId: string }[]>`
    /* suspects.listUnjudged */
    select l.creator_id from suspects l left join suspects c on c.kind = 'creator' and c.key = l.creator_id::text
    where l.kind = 'link' and l.judged_at is not null
    group by l.creator_id having max(l.judged_at) > coalesce(max(c.judged_at), '-infinity')`;
  return rows.map(({ creatorId }) => creatorId);
}

/** Lists creators that have a bank account, card or device in common with others. */
export async function listTiedCreators<Found>(db: Queryable, limit: number) {
  return db<{ key: string; oddity: number; found: Found }[]>`
    /* suspects.listTied */
    select key, oddity, found from suspects
    where kind = 'creator' and found -> 'tied' <> '[]' and oddity > 0 order by key limit ${limit}`;
}

/** Reads the sampled visitors of the links with the most clicks. */
export async function listVisitors(db: Queryable, limit: number) {
  return db<{ creatorId: string; visitors: number[] }[]>`
    /* suspects.listVisitors */
    select creator_id, measured -> 'visitors' as visitors from suspects
    where kind = 'link' order by seen desc limit ${limit}`;
}

export type BusyNetwork = {
  network: string;
  kind: NetworkKind;
  clicks: number;
  players: number;
  expectedPlayers: number;
  devices: number;
  asn: number;
  links: number;
  /** Clicks of these links. */
  ofClicks: number;
  creators: { id: string; micros: number }[];
};

/** Lists the networks on links of several creators with the largest part of the clicks of these links. */
export async function listBusyNetworks(
  db: Queryable,
  { least, limit }: { least: number; limit: number },
): Promise<BusyNetwork[]> {
  return db<BusyNetwork[]>`
    /* suspects.listBusyNetworks */
    with counted as (
      select n.value ->> 0 as network, kinds.key as kind, (n.value ->> 1)::float8 as clicks, (n.value ->> 2)::float8 as players,
        (n.value ->> 3)::float8 as devices, (n.value ->> 4)::int as asn, s.creator_id, (s.measured #>> '{steady,clicks}')::float8 as of_clicks,
        coalesce((s.measured #>> '{usual,expectedPlayers}')::float8 / nullif((s.measured #>> '{steady,clicks}')::float8, 0), 0) as rate,
        coalesce((s.shares -> 0 ->> 'paid')::float8 + (s.shares -> 0 ->> 'held')::float8, 0) as micros
      from suspects s cross join lateral jsonb_each(s.measured #> '{steady,networks}') kinds
      cross join lateral jsonb_array_elements(kinds.value) n
      where s.kind = 'link' and s.judged_at is not null
    ),
    by_creator as (
      select network, kind, creator_id, sum(clicks) as clicks, sum(players) as players, sum(clicks * rate) as expected,
        sum(devices) as devices, min(asn) as asn, count(*) as links, sum(of_clicks) as of_clicks,
        sum(micros * clicks / greatest(of_clicks, 1)) as micros
      from counted group by 1, 2, 3
    )
    select network, kind, sum(clicks) as clicks, sum(players) as players, sum(expected) as expected_players,
      sum(devices) as devices, min(asn) as asn, sum(links)::int as links, sum(of_clicks) as of_clicks,
      (array_agg(json_build_object('id', creator_id, 'micros', round(micros)) order by micros desc))[:50] as creators
    from by_creator group by 1, 2 having sum(clicks) >= ${least} and count(*) > 1
    order by sum(clicks) ^ 2 / sum(of_clicks) desc limit ${limit}`;
}

/** Returns who was signed in within /24 and /48 networks lately, if they are few. */
export async function listSignedIn(
  db: Queryable,
  { networks, most }: { networks: readonly string[]; most: number },
) {
  return db<{ network: string; users: { id: string; name: string }[] }[]>`
    /* suspects.listSignedIn */
    select n.network, json_agg(json_build_object('id', u.id, 'name', u.username) order by u.username) as users
    from unnest(${arrayLiteral(networks)}::text[]) n (network)
    cross join lateral (
      select distinct user_id from presences
      where kind = 'ip' and home_network(key) = n.network::cidr limit ${most + 1}
    ) p join users u on u.id = p.user_id
    group by 1 having count(*) <= ${most}`;
}

/** Deletes what was not judged or measured since, of the given kinds. */
export async function deleteSuspectsBefore(
  db: Queryable,
  { kinds, before }: { kinds: readonly SuspectKind[]; before: Date },
): Promise<void> {
  await db`
    /* suspects.deleteBefore */
    delete from suspects
    where kind = any (${arrayLiteral(kinds)}::text[]) and coalesce(measured_at, judged_at) < ${before}`;
}

export type SuspectRow<Found> = {
  kind: SuspectKind;
  key: string;
  name: string;
  creatorId: string | null;
  campaignId: string | null;
  oddity: number;
  openMicros: bigint;
  judgedAt: Date;
  found: Found;
};

type Wanted = {
  kind: SuspectKind | null;
  key?: string;
  creatorId: string | null;
  limit: number;
};

/**
 * Lists the suspects with the most money at risk when they were judged, by the money that is open now; one by
 * its key, also if nothing is odd.
 */
export async function listSuspects<Found>(
  db: Queryable,
  { kind, key, creatorId, limit }: Wanted,
): Promise<SuspectRow<Found>[]> {
  return db<SuspectRow<Found>[]>`
    /* suspects.list */
    with listed as materialized (
      select * from suspects s
      where ${key === undefined ? db`risk_micros > 0` : db`key = ${key} and judged_at is not null`}
        ${kind ? db`and kind = ${kind}` : db``} ${creatorId ? db`and creator_id = ${creatorId}` : db``}
      order by risk_micros desc limit ${limit}
    )
    select s.kind, case s.kind when 'creator' then u.username else s.key end as key,
      case s.kind when 'link' then u.username || ' on ' || c.name when 'creator' then u.username else '' end as name,
      s.creator_id, s.campaign_id, s.oddity, s.judged_at, s.found, m.open as open_micros
    from listed s left join users u on u.id = s.creator_id left join campaigns c on c.id = s.campaign_id
    cross join lateral (${openMoney(db, db`s.shares`)}) m
    order by s.oddity * m.open desc, s.key`;
}

/**
 * Matches the clicks `c` of a link in a span. Together with `newestOfLink`, Postgres can only use the index
 * on links. Otherwise, for a link with most of a day's clicks, it would read the whole campaign.
 */
export function isOfLink(
  db: Queryable,
  { campaignId, creatorId }: { campaignId: Fragment; creatorId: Fragment },
  { from, to }: Span,
) {
  return db`
    (c.campaign_id, c.creator_id, c.clicked_at) >= (${campaignId}, ${creatorId}, ${from})
    and (c.campaign_id, c.creator_id, c.clicked_at) < (${campaignId}, ${creatorId}, ${to})
    and c.clicked_at >= ${from} and c.clicked_at < ${to}`;
}

export function newestOfLink(db: Queryable) {
  return db`order by c.campaign_id desc, c.creator_id desc, c.clicked_at desc`;
}

export type TopAddress = { address: string; clicks: number; ofClicks: number; isPrivate: boolean };

const MAX_CLICKS = 10_000;

/** Returns the address with the most clicks of the last hour, of at most 10,000 clicks; null without any. */
export async function findTopAddress(db: Queryable): Promise<TopAddress | null> {
  const [row] = await db<TopAddress[]>`
    /* topAddress.find */
    select abbrev(ip_key) as address, count(*)::int as clicks,
      (sum(count(*)) over ())::int as of_clicks,
      ip_key <<= '10.0.0.0/8' or ip_key <<= '172.16.0.0/12' or ip_key <<= '192.168.0.0/16'
        or ip_key <<= '127.0.0.0/8' or ip_key <<= 'fc00::/7' or ip_key <<= '::/64' as is_private
    from (
      select ip_key from clicks
      where clicked_at > now() - interval '1 hour' and ip_key is not null limit ${MAX_CLICKS}
    ) latest
    group by ip_key order by count(*) desc, ip_key limit 1`;
  return row ?? null;
}
