import type { Suspect, SuspectDetails, SuspectKind } from "@fairclick/core/clicks/operated";
import type { ExaminedClick, Measures } from "@fairclick/core/clicks/suspect-figures";
import { JOINED } from "@fairclick/core/conversions/report";
import { arrayLiteral, type Fragment, type Queryable, sortWhole, type Tx } from "../db/client";
import type { Span } from "./flagged-clicks";

type LinkId = { campaignId: string; creatorId: string };

export type ChangedLink = LinkId & {
  code: string;
  /** Paid and held clicks of all time, and those of the span. */
  seen: number;
  clicks: number;
};

type Slice = { least: number; span: Span; after: LinkId | null; limit: number };

/** Lists links with other numbers of clicks than when they were measured, sorted by campaign and creator. */
export async function listChangedLinks(
  db: Queryable,
  { least, span, after, limit }: Slice,
): Promise<ChangedLink[]> {
  return db<ChangedLink[]>`
    /* suspects.listChanged */
    select o.campaign_id, o.creator_id, l.code, (o.valid + o.held)::float8 as seen, q.clicks
    from link_outcomes o
    join links l on l.campaign_id = o.campaign_id and l.creator_id = o.creator_id
    left join suspects s on s.kind = 'link' and s.campaign_id = o.campaign_id and s.creator_id = o.creator_id
    cross join lateral (
      select coalesce(sum(valid + held), 0)::float8 as clicks from click_quarters
      where campaign_id = o.campaign_id and creator_id = o.creator_id and starts_at >= ${span.from} and starts_at < ${span.to}
    ) q
    where o.valid + o.held >= ${least} and s.seen is distinct from o.valid + o.held
      ${after ? db`and (o.campaign_id, o.creator_id) > (${after.campaignId}, ${after.creatorId})` : db``}
    order by o.campaign_id, o.creator_id limit ${limit}`;
}

type Examined = {
  link: LinkId;
  span: Span;
  /** Of each three hours, the share that is read, up to 1. */
  share: number;
};

/**
 * Reads a link's paid and held clicks of a span, oldest first: some of each three hours, so that the whole span is
 * seen however many there are. A join that names no player is one of its own.
 */
export async function readExaminedClicks(
  tx: Tx,
  { link: { campaignId, creatorId }, span, share }: Examined,
): Promise<ExaminedClick[]> {
  // An incremental sort would read the whole campaign by its index.
  await tx`/* suspects.plan */ select ${sortWhole(tx)}`;
  return tx<ExaminedClick[]>`
    /* suspects.readClicks */
    with examined as materialized (
      select c.* from (
        select three_hours_of(starts_at) as starts_at, ceil(${share}::float8 * sum(valid + held))::int as most from click_quarters
        where campaign_id = ${campaignId} and creator_id = ${creatorId} and starts_at >= ${span.from} and starts_at < ${span.to}
        group by 1 having sum(valid + held) > 0
      ) h cross join lateral (
        select c.id, c.clicked_at, c.ip_key, c.asn, c.country, c.device_key from visited_clicks c
        where link_hours(c.campaign_id, c.creator_id, c.clicked_at) = link_hours(${campaignId}, ${creatorId}, h.starts_at)
          and is_of_link(c.campaign_id, c.creator_id, c.clicked_at, ${campaignId}, ${creatorId})
          and c.clicked_at >= ${span.from} and c.clicked_at < ${span.to} and c.verdict in ('valid', 'held')
          and c.clicked_at >= h.starts_at and c.clicked_at < h.starts_at + interval '3 hours'
        limit h.most
      ) c
    )
    select e.clicked_at as at, home_network(text(e.ip_key))::text as network, coalesce(family(e.ip_key) = 6, false) as is_ipv6,
      e.asn, e.country, hashtext(split_part(e.device_key, '.', 1)) as device,
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

/** Of the days with far more clicks than the others, and of the rest. */
type Measured = { steady: Measures; burst: Measures };

export async function storeMeasured(
  db: Queryable,
  { link, measured, at }: { link: ChangedLink; measured: Measured; at: Date },
): Promise<void> {
  const { campaignId, creatorId, code, seen } = link;
  await db`
    /* suspects.storeMeasured */
    insert into suspects (kind, key, campaign_id, creator_id, seen, measured, measured_at)
    values ('link', ${code}, ${campaignId}, ${creatorId}, ${seen}, ${db.json(measured as never)}, ${at})
    on conflict (kind, key) do update
    set seen = excluded.seen, measured = excluded.measured, measured_at = excluded.measured_at`;
}

export type MeasuredLink = LinkId & {
  code: string;
  measured: Measured;
  /** Of the span: paid and held clicks, and their money. */
  clicks: number;
  paidMicros: bigint;
  heldMicros: bigint;
  developerId: string;
};

/** Reads the measured links with the most clicks, and their clicks and money since `from`. */
export async function listMeasuredLinks(
  db: Queryable,
  { from, limit }: { from: Date; limit: number },
): Promise<MeasuredLink[]> {
  return db<MeasuredLink[]>`
    /* suspects.listMeasured */
    select s.campaign_id, s.creator_id, s.key as code, s.measured, m.developer_id, q.clicks, q.paid_micros, q.held_micros
    from suspects s join campaigns m on m.id = s.campaign_id
    cross join lateral (
      select coalesce(sum(valid + held), 0)::float8 as clicks, coalesce(sum(paid_micros), 0)::bigint as paid_micros,
        coalesce(sum(held_micros), 0)::bigint as held_micros
      from click_quarters where campaign_id = s.campaign_id and creator_id = s.creator_id and starts_at >= ${from}
    ) q
    where s.kind = 'link' order by s.seen desc limit ${limit}`;
}

type Found = Pick<Suspect, "clicks" | "examined" | "code" | "why" | "burst" | "paidMicros"> &
  Pick<SuspectDetails, "networks">;

export type Judged = {
  kind: SuspectKind;
  key: string;
  creatorId: string | null;
  oddity: number;
  /** Paid and held micros by creator. */
  shares: readonly { id: string; paid: string; held: string }[];
  found: Found;
  /** False if another row stands for it. */
  isListed: boolean;
};

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

export type NetworkUsers = { network: string; users: { id: string; name: string }[] };

/** Returns who was signed in within /24 and /48 networks lately, if they are few. */
export async function listSignedIn(
  db: Queryable,
  { networks, most }: { networks: readonly string[]; most: number },
): Promise<NetworkUsers[]> {
  return db<NetworkUsers[]>`
    /* suspects.listSignedIn */
    select n.network, json_agg(json_build_object('id', u.id, 'name', u.username) order by u.username) as users
    from unnest(${arrayLiteral(networks)}::text[]) n (network)
    cross join lateral (
      select distinct user_id from presences
      where kind = 'ip' and home_network(key) = n.network::cidr limit ${most + 1}
    ) p join users u on u.id = p.user_id
    group by 1 having count(*) <= ${most}`;
}

/** Deletes links that were not measured, and creators and networks that were not judged since. */
export async function deleteSuspects(
  db: Queryable,
  { measuredBefore, judgedBefore }: { measuredBefore: Date; judgedBefore: Date },
): Promise<void> {
  await db`
    /* suspects.delete */
    delete from suspects
    where case kind when 'link' then measured_at < ${measuredBefore} else judged_at < ${judgedBefore} end`;
}

export type SuspectRow = {
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
export async function listSuspects(
  db: Queryable,
  { kind, key, creatorId, limit }: Wanted,
): Promise<SuspectRow[]> {
  return db<SuspectRow[]>`
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
      select ip_key from click_visitors
      where clicked_at > now() - interval '1 hour' and ip_key is not null limit ${MAX_CLICKS}
    ) latest
    group by ip_key order by count(*) desc, ip_key limit 1`;
  return row ?? null;
}
