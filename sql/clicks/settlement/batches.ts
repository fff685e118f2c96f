import type { ClickCost } from "@fairclick/core/campaigns/status";
import type { ClickToJudge } from "@fairclick/core/clicks/facts";
import type { Signal } from "@fairclick/core/clicks/signal";
import { claims, type JudgedClick } from "@fairclick/core/clicks/spending";
import { arrayLiteral, planByIndex, type Queryable, type Tx } from "../../db/client";
import { addedSums, sumColumns, sumsByVerdict, updateCounters } from "../counters";
import { POLICY_LOCK } from "../policy-versions";
import { formatUtcDay } from "../retention";

/** An arbitrary number that only settlement's locks take. */
export const LOCK_SPACE = 420_723;

/** One of the parts into which campaigns are divided, to be settled side by side. */
export type Shard = { shard: number; shards: number };

/** Selects the clicks of campaigns in the shard that were made before the watermark. */
export type BatchScope = Shard & { watermark: Date; batchSize: number };

type BatchClick = ClickToJudge & {
  referrerHost: string | null;
  /** Where the row lies in `pending_clicks` (its `ctid`). Another row may lie there later. */
  rowPlace: string;
};

/** Clicks of one UTC day to settle in one transaction, sorted by time, then id. The other ids are distinct. */
export type Batch = {
  day: string;
  clicks: BatchClick[];
  campaignIds: string[];
  creatorIds: string[];
  /** Whether the scope had fewer clicks than a batch, all of this day. */
  isLast: boolean;
};

/** Counts the clicks to settle, at most `limit`. */
export async function countDue(db: Queryable, watermark: Date, limit: number): Promise<number> {
  const [row] = await db<{ due: number }[]>`
    /* settlement.countDue */
    select count(*)::int as due
    from (select from pending_clicks where clicked_at < ${watermark} limit ${limit}) found`;
  return row?.due ?? 0;
}

/**
 * Locks the shards up to `last` and sets the planner for settlement until the transaction ends. Returns false
 * without waiting if another transaction holds one of them. Also takes the policy's lock in shared mode: a
 * new version waits for this batch, so the batch reads all versions that may judge its clicks.
 */
export async function lockShard(tx: Tx, shard: number, last = shard): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    /* settlement.lockShard */
    select ${planByIndex(tx)}, set_config('work_mem', '64MB', true),
      pg_advisory_xact_lock_shared(${POLICY_LOCK}::bigint),
      (select bool_and(pg_try_advisory_xact_lock(${LOCK_SPACE}::int, n))
        from generate_series(${shard}::int, ${last}::int) n) as taken`;
  return row?.taken ?? false;
}

/** The batch's columns, each as one JSON array: faster to parse than thousands of rows. */
type Columns = {
  ids: string[];
  times: number[];
  campaignIds: string[];
  creatorIds: string[];
  ipKeys: string[];
  deviceKeys: string[];
  weakKeys: (string | null)[];
  devicesKnown: boolean[];
  deviceClasses: (string | null)[];
  countries: (string | null)[];
  signals: Signal[][];
  referrerHosts: (string | null)[];
  rowPlaces: string[];
};

/**
 * Returns the oldest `batchSize` clicks of the scope, without those after midnight, or null if there
 * are none: a day is proved by itself, so no settlement and no payout reaches into the next one.
 */
export async function findBatch(tx: Tx, scope: BatchScope): Promise<Batch | null> {
  const [columns] = await tx<Columns[]>`
    /* settlement.findBatch */
    select json_agg(id) as ids, json_agg(extract(epoch from clicked_at) * 1000) as times,
      json_agg(campaign_id) as campaign_ids, json_agg(creator_id) as creator_ids,
      json_agg(ip_key) as ip_keys, json_agg(device_key) as device_keys,
      json_agg(case when device_known then weak_key else device_key end) as weak_keys,
      json_agg(device_known) as devices_known, json_agg(device_class) as device_classes,
      json_agg(country) as countries,
      json_agg(signals) as signals,
      json_agg(referrer_host) as referrer_hosts, json_agg(row_place) as row_places
    from (
      select ctid as row_place, * from pending_clicks
      where clicked_at < ${scope.watermark}
        and ${campaignShard(tx, scope)} = ${scope.shard}::int
      order by clicked_at, id limit ${scope.batchSize}
    ) batch
    having count(*) > 0`;
  if (!columns) return null;
  const found = columns.ids.map((id, place) => toClick(columns, { id, place }));
  const day = formatUtcDay(new Date(found[0]?.at ?? 0));
  const clicks = found.filter(({ at }) => formatUtcDay(new Date(at)) === day);
  return {
    ...{ day, clicks },
    campaignIds: [...new Set(clicks.map(({ campaignId }) => campaignId))],
    creatorIds: [...new Set(clicks.map(({ creatorId }) => creatorId))],
    isLast: clicks.length < scope.batchSize && clicks.length === found.length,
  };
}

export function campaignShard(tx: Tx, { shards }: Pick<Shard, "shards">) {
  return tx`get_byte(uuid_send(campaign_id), 15) % ${shards}::int`;
}

function toClick(columns: Columns, { id, place }: { id: string; place: number }): BatchClick {
  return {
    id,
    at: columns.times[place] ?? 0,
    campaignId: columns.campaignIds[place] ?? "",
    creatorId: columns.creatorIds[place] ?? "",
    ipKey: columns.ipKeys[place] ?? null,
    deviceKey: columns.deviceKeys[place] ?? null,
    weakKey: columns.weakKeys[place] ?? null,
    deviceKnown: columns.devicesKnown[place] ?? false,
    deviceClass: columns.deviceClasses[place] ?? null,
    country: columns.countries[place] ?? null,
    signals: columns.signals[place] ?? [],
    referrerHost: columns.referrerHosts[place] ?? null,
    rowPlace: columns.rowPlaces[place] ?? "",
    kept: null,
  };
}

export type Decision = JudgedClick & {
  campaignId: string;
  /** See `BatchClick`. */
  rowPlace: string;
  /** Whether the statistics count its referrer under 'other'. */
  unnamedReferrer: boolean;
};

/** Number of clicks of one link, with one price, that were inserted into `clicks`. */
export type StoredClicks = ClickCost & {
  campaignId: string;
  creatorId: string;
  clicks: number;
  valid: number;
  held: number;
  /** The ledger transaction that pays the valid ones. */
  transactionId: string;
};

/**
 * Moves clicks from `pending_clicks` to `clicks`, each with its decision, and counts them. Returns
 * what was inserted, without clicks that were stored before or that another transaction took.
 *
 * Rows are read and deleted at their place, without an index. Postgres would choose the index by
 * statistics that may stem from an almost empty table: it took one that does not begin with the id,
 * and read all of it for each click. The id is compared because another row may have moved to the
 * place. `offset 0` makes Postgres look up row by row instead of joining two sets of unknown size, and
 * `is true` makes it look ids up in a hash instead of joining, as hash joins are off.
 */
export async function storeDecisions(
  tx: Tx,
  { settlementId, decisions }: { settlementId: bigint; decisions: Decision[] },
): Promise<StoredClicks[]> {
  return tx<StoredClicks[]>`
    /* settlement.storeDecisions */
    with listed as (${listDecisions(tx, decisions)}),
    decided as materialized (
      select l.* from listed l cross join lateral (
        select id from pending_clicks p where p.ctid = l.row_place offset 0
      ) p where p.id = l.click_id
      order by l.click_id
    ),
    taken as (
      select d.*, p.* from decided d cross join lateral (
        select * from pending_clicks p where p.ctid = d.row_place offset 0
      ) p
    ),
    removed as (
      delete from pending_clicks where ctid = any ((select array_agg(row_place) from decided)::tid[])
    ),
    inserted as (
      insert into clicks (
        id, clicked_at, campaign_id, creator_id, device_known, method, country, asn, signals, recorded_at,
        verdict, reason, policy_version, settlement_id, price_micros, fee_micros,
        ip_data_version, device_class, browser, referrer_host, link_name
      )
      select id, clicked_at, campaign_id, creator_id, device_known, nullif(method, 'GET'), country, asn, all_signals,
        case verdict when 'held' then recorded_at end, verdict, reason, policy_version,
        ${settlementId}::bigint, price_micros, fee_micros, ip_data_version, device_class, browser,
        case when unnamed_referrer then 'other' else referrer_host end, link_name
      from taken
      on conflict do nothing
      returning id, campaign_id, creator_id, clicked_at, verdict, reason, price_micros, fee_micros, country,
        device_class, browser, referrer_host, link_name
    ),
    ${shareTexts(tx)},
    visitors as (
      insert into click_visitors (id, clicked_at, accepted, ip_key, ip, device_key, weak_key, user_agent,
        user_agent_hash, referrer, referrer_hash)
      select id, clicked_at, verdict in ('valid', 'held'), ip_key, nullif(ip, ip_key),
        pack_device(device_key), pack_device(weak_key), case when not shares_agent then user_agent end,
        case when shares_agent then hashtext(user_agent) end,
        case when not shares_referrer then referrer end,
        case when shares_referrer then hashtext(referrer) end
      from (
        select *, (user_agent in (select text from shared)) is true as shares_agent,
          (referrer in (select text from shared)) is true as shares_referrer
        from taken
      ) taken
      where (id in (select id from inserted)) is true
    ),
    counted as (
      select *, 1 as clicks, price_micros as micros from inserted
    ),
    ${updateCounters(tx)},
    ${updateTotals(tx)}
    select campaign_id, creator_id, price_micros::bigint, fee_micros::bigint, count(*)::int as clicks,
      (count(*) filter (where verdict = 'valid'))::int as valid,
      (count(*) filter (where verdict = 'held'))::int as held,
      payout_id(${settlementId}::bigint, campaign_id, price_micros) as transaction_id
    from inserted group by campaign_id, creator_id, price_micros, fee_micros`;
}

/**
 * Selects the batch's user agents and referrers that `click_texts` has, as `shared`, and adds those of at least
 * two clicks. One that another settlement adds at this moment is not shared by this batch.
 */
function shareTexts(tx: Tx) {
  return tx`
    texts as materialized (
      select text, count(*) as clicks, hashtext(text) as hash,
        date_trunc('day', min(clicked_at), 'UTC') as day
      from taken cross join lateral (values (1, user_agent), (2, referrer)) as each_text (kind, text)
      where text is not null group by kind, text
    ),
    known as materialized (
      select s.text from texts s cross join lateral (
        select t.text from click_texts t where t.hash = s.hash and t.clicked_at = s.day offset 0
      ) t where t.text = s.text
    ),
    added as (
      insert into click_texts (clicked_at, hash, text)
      select day, hash, text from texts
      where clicks > 1 and (text in (select text from known)) is not true
      order by hash
      on conflict do nothing
      returning text
    ),
    shared as materialized (
      select text from known union all select text from added
    )`;
}

/** Equal decisions are sent once, with the ids and places of their clicks. */
function listDecisions(tx: Tx, decisions: Decision[]) {
  const alike = Map.groupBy(
    decisions,
    ({ campaignId, verdict, signals, priceMicros, unnamedReferrer, policyVersion }) =>
      [
        campaignId,
        policyVersion,
        priceMicros,
        verdict,
        unnamedReferrer,
        signals.length > 0 ? JSON.stringify(signals) : "",
      ].join(),
  );
  const groups = [...alike.values()].flatMap((each) => (each[0] ? [{ ...each[0], each }] : []));
  const column = (pick: (group: (typeof groups)[number]) => string | number | null) =>
    arrayLiteral(groups.map(pick));
  return tx`
    select unnest(click_ids::uuid[]) as click_id, unnest(row_places::tid[]) as row_place, verdict, reason,
      nullif(signals::jsonb, '[]') as all_signals, policy_version, price_micros, fee_micros, unnamed_referrer
    from unnest(
      ${column(({ each }) => arrayLiteral(each.map(({ id }) => id)))}::text[],
      ${column(({ each }) => arrayLiteral(each.map(({ rowPlace }) => rowPlace)))}::text[],
      ${column(({ verdict }) => verdict)}::text[],
      ${column(({ reason }) => reason)}::text[],
      ${column(({ signals }) => JSON.stringify(signals))}::text[],
      ${column(({ policyVersion }) => policyVersion)}::int[],
      ${column(({ priceMicros }) => priceMicros.toString())}::bigint[],
      ${column(({ feeMicros }) => feeMicros.toString())}::bigint[],
      ${column(({ unnamedReferrer }) => String(unnamedReferrer))}::bool[]
    ) as alike (click_ids, row_places, verdict, reason, signals, policy_version,
      price_micros, fee_micros, unnamed_referrer)`;
}

function updateTotals(tx: Tx) {
  return tx`
    totalled as (
      insert into link_outcomes as kept (campaign_id, creator_id, ${sumColumns(tx)})
      select campaign_id, creator_id, ${sumsByVerdict(tx)}
      from counted group by campaign_id, creator_id
      on conflict (campaign_id, creator_id) do update set ${addedSums(tx)}
    )`;
}

/** Returns those of the creators whose clicks were never paid. */
export async function listNeverPaid(tx: Tx, creatorIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    /* settlement.listNeverPaid */
    select given.id from unnest(${arrayLiteral([...creatorIds])}::uuid[]) as given (id)
    where not exists (
      select from link_outcomes o where o.creator_id = given.id and o.paid_micros > 0)`;
  return rows.map(({ id }) => id);
}

export type FirstPaid = {
  creatorId: string;
  campaignId: string;
  name: string;
  amountMicros: bigint;
};

/** Returns what one link of each of these creators has earned; nothing for those who earned nothing. */
export async function listFirstPaid(tx: Tx, creatorIds: readonly string[]): Promise<FirstPaid[]> {
  return tx<FirstPaid[]>`
    /* settlement.listFirstPaid */
    select distinct on (o.creator_id) o.creator_id, o.campaign_id, c.name,
      o.paid_micros as amount_micros
    from link_outcomes o join campaigns c on c.id = o.campaign_id
    where o.creator_id = any (${arrayLiteral([...creatorIds])}::uuid[]) and o.paid_micros > 0
    order by o.creator_id, o.campaign_id`;
}

export async function deletePendingClicks(tx: Tx, clickIds: Iterable<string>): Promise<void> {
  await tx`
    /* settlement.deletePendingClicks */
    delete from pending_clicks where id = any (${arrayLiteral([...clickIds])}::uuid[])`;
}

/** Claims the prices of held clicks and their fees from their campaigns' budgets. */
export async function claimHeldBudget(
  tx: Tx,
  claims: readonly { campaignId: string; clicks: number; micros: bigint }[],
): Promise<void> {
  await tx`
    /* settlement.claimHeldBudget */
    insert into held_claims as claim (campaign_id, clicks, micros)
    select * from unnest(
      ${arrayLiteral(claims.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(claims.map(({ clicks }) => clicks))}::bigint[],
      ${arrayLiteral(claims.map(({ micros }) => micros.toString()))}::bigint[]
    )
    on conflict (campaign_id) do update
    set clicks = claim.clicks + excluded.clicks, micros = claim.micros + excluded.micros`;
}

/** Returns an id that grows with the time, as the index of a settlement's clicks needs. */
export function newSettlementId(): bigint {
  return (BigInt(Date.now()) << 12n) | BigInt(Math.floor(Math.random() * 4_096));
}

export async function insertSettlement(
  tx: Tx,
  settlement: {
    id: bigint;
    day: string;
    shard: number;
    watermark: Date;
    policyVersion: number;
    clicks: number;
    valid: number;
    paidMicros: bigint;
  },
): Promise<void> {
  const { id, day, shard, watermark, policyVersion, clicks, valid, paidMicros } = settlement;
  await tx`
    /* settlement.insertSettlement */
    insert into settlements (id, day, shard, watermark, policy_version, clicks, valid, paid_micros)
    values (${id}, ${day}, ${shard}, ${watermark}, ${policyVersion}, ${clicks}, ${valid}, ${paidMicros})`;
}

/** Max hosts per campaign that the statistics count by name. */
const MAX_HOSTS = 200;

/** Values that are always counted by name and do not use up `MAX_HOSTS`. */
const fixedHosts: readonly (string | null)[] = ["direct", "other", null];

type Host = { campaignId: string; host: string; firstAt: number; welcome: boolean };

const hostKey = ({ campaignId, host }: Pick<Host, "campaignId" | "host">) =>
  `${campaignId} ${host}`;

/**
 * Decides which referrers the statistics count by name: hosts that a campaign already counts, and,
 * up to `MAX_HOSTS`, new hosts with a valid or held click, earliest first. Invalid clicks add no
 * host, so a program that invents hosts cannot use up the places. Returns the ids of the clicks to
 * count under 'other'.
 */
export async function nameReferrers(
  tx: Tx,
  clicks: readonly BatchClick[],
  judged: readonly JudgedClick[],
): Promise<Set<string>> {
  const hosts = listHosts(clicks, judged);
  if (hosts.size === 0) return new Set();
  const named = await findKnown(tx, [...hosts.values()]);
  const candidates = [...hosts.values()].filter(
    (host) => host.welcome && !named.has(hostKey(host)),
  );
  for (const host of await admit(tx, candidates)) named.add(hostKey(host));
  return new Set(
    clicks.flatMap(({ id, campaignId, referrerHost: host }) =>
      host === null || fixedHosts.includes(host) || named.has(hostKey({ campaignId, host }))
        ? []
        : [id],
    ),
  );
}

function listHosts(clicks: readonly BatchClick[], judged: readonly JudgedClick[]) {
  const welcome = new Set(judged.filter(claims).map(({ id }) => id));
  const hosts = new Map<string, Host>();
  for (const { id, at, campaignId, referrerHost: host } of clicks) {
    if (host === null || fixedHosts.includes(host)) continue;
    const key = hostKey({ campaignId, host });
    const known = hosts.get(key);
    hosts.set(key, {
      campaignId,
      host,
      firstAt: Math.min(known?.firstAt ?? at, at),
      welcome: (known?.welcome ?? false) || welcome.has(id),
    });
  }
  return hosts;
}

async function findKnown(tx: Tx, hosts: readonly Host[]): Promise<Set<string>> {
  const rows = await tx<{ campaignId: string; host: string }[]>`
    /* settlement.findKnownReferrers */
    select r.campaign_id, r.host
    from unnest(
      ${arrayLiteral(hosts.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(hosts.map(({ host }) => host))}::text[]
    ) as given (campaign_id, host)
    join campaign_referrers r on r.campaign_id = given.campaign_id and r.host = given.host`;
  return new Set(rows.map(hostKey));
}

/** Adds hosts up to `MAX_HOSTS` per campaign and returns those it added. */
async function admit(
  tx: Tx,
  candidates: readonly Host[],
): Promise<Pick<Host, "campaignId" | "host">[]> {
  if (candidates.length === 0) return [];
  const earliest = candidates.toSorted(
    (a, b) => a.firstAt - b.firstAt || (a.host < b.host ? -1 : 1),
  );
  return tx<Pick<Host, "campaignId" | "host">[]>`
    /* settlement.admitReferrers */
    insert into campaign_referrers (campaign_id, host)
    select campaign_id, host
    from (
      select campaign_id, host, row_number() over (partition by campaign_id order by place) + (
          select count(*) from campaign_referrers r where r.campaign_id = given.campaign_id
        ) as place
      from unnest(
        ${arrayLiteral(earliest.map(({ campaignId }) => campaignId))}::uuid[],
        ${arrayLiteral(earliest.map(({ host }) => host))}::text[]
      ) with ordinality as given (campaign_id, host, place)
    ) queue
    where place <= ${MAX_HOSTS}::int
    returning campaign_id, host`;
}
