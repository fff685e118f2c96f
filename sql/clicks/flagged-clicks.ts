import type {
  DecisionRow,
  ListedClickRow,
  NeighbourRow,
  VerdictFilter,
} from "@fairclick/core/clicks/flagged-clicks";
import type { ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { Signal, SignalName } from "@fairclick/core/clicks/signal";
import { gameUrlAtClick } from "../campaigns/campaigns";
import { isAppealOf } from "../campaigns/cases";
import { priceAt } from "../campaigns/prices";
import { bind, ch, type Part } from "../db/clickhouse";
import type { Fragment, Queryable } from "../db/client";
import type { IpDataContent } from "../ip/lists";
import { asClicks, type MovedClick, type MovedPage } from "./read-moved-clicks";

export type ClickWanted = {
  verdict: VerdictFilter;
  signal: SignalName | null;
  campaignId: string | null;
  creatorId: string | null;
  /** A network of stored ip keys: IPv6 addresses are stored as their /64. */
  network: string | null;
  /** Only clicks with an open appeal. */
  appealed: boolean;
};

/** A span of time, without its end. */
export type Span = { from: Date; to: Date };

type Place = { clickedAt: Date; id: string };

export type ListClicks = {
  wanted: ClickWanted;
  span: Span;
  /** Only what is older than this click. */
  before?: Place | undefined;
  limit: number;
};

/**
 * Options of `withTx` for interactive queries with arbitrary filters: read only, at most 10 seconds
 * per statement.
 */
export const limitedRead = { readOnly: true, statementTimeoutMs: 10_000 } as const;

const LOOKED_THROUGH = 2_000;

export async function findCreatorId(db: Queryable, username: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    /* flaggedClicks.findCreatorId */
    select id from users where lower(username) = lower(${username})`;
  return row?.id ?? null;
}

/**
 * Lists judged clicks, newest first. Postgres cannot estimate how
 * frequent a signal is: clicks with a frequent one are found among the next few thousand in order,
 * and clicks with a rare one are all read and sorted. A creator's clicks are read link by link.
 */
export async function listClicks(db: Queryable, query: ListClicks): Promise<ListedClickRow[]> {
  const { wanted, limit } = query;
  const { signal, ...others } = wanted;
  const clicks = wanted.network ? db`visited_clicks` : db`clicks`;
  const onPage = db`select c.* from ${clicks} c where ${isOnPage(db, { ...query, wanted: { ...others, signal: null } })}`;
  const among = (most: number | null) =>
    wanted.creatorId && !wanted.campaignId
      ? db`select c.* from links l cross join lateral (
          ${onPage} and is_of_link(c.campaign_id, c.creator_id, c.clicked_at, l.campaign_id, l.creator_id)
          ${newestOfLink(db)}, c.id desc limit ${most}
        ) c where l.creator_id = ${wanted.creatorId}`
      : onPage;
  const newest = (rows: number) => newestFirst(db, wanted, rows);
  if (signal === null) return describe(db, db`${among(limit)} ${newest(limit)}`, query.span);
  const next = db`select c.* from (${among(LOOKED_THROUGH)} ${newest(LOOKED_THROUGH)}) c where ${hasSignal(db, signal)}`;
  const found = await describe(db, db`${next} ${newest(limit)}`, query.span);
  if (found.length === limit) return found;
  const having = db`select c.* from (${among(null)} and ${hasSignal(db, signal)} offset 0) c`;
  return describe(db, db`${having} ${newest(limit)}`, query.span);
}

/** Describes the clicks, which match and are in order, as `listClicks` does. */
export function describeMoved(db: Queryable, moved: MovedClick[], span: Span) {
  return describe(db, db`select * from clicks`, span, moved);
}

function describe(db: Queryable, clicks: Fragment, span: Span, moved: MovedClick[] | null = null) {
  return db<ListedClickRow[]>`
    /* flaggedClicks.listClicks */
    ${asClicks(db, moved)}
    select ${listedColumns(db)} from (${withVisitors(db, clicks, span)}) c ${joinNames(db)}
    order by c.clicked_at desc, c.id desc`;
}

/** Adds their visitors to clicks of a span. */
export function withVisitors(db: Queryable, clicks: Fragment, { from, to }: Span) {
  return db`
    select k.id, k.clicked_at, k.campaign_id, k.creator_id, k.country, k.asn, k.signals, k.verdict, k.reason,
      k.price_micros, k.paid_micros, k.referrer_host, coalesce(v.ip, v.ip_key) as ip, v.ip_key,
      unpack_device(v.device_key) as device_key,
      coalesce(v.user_agent, ${sharedText(db, "user_agent_hash")}) as user_agent,
      coalesce(v.referrer, ${sharedText(db, "referrer_hash")}) as referrer, v.accepted
    from (${clicks}) k
    left join click_visitors v on v.clicked_at = k.clicked_at and v.id = k.id
      and v.clicked_at >= ${from} and v.clicked_at < ${to}`;
}

function sharedText(db: Queryable, hash: "user_agent_hash" | "referrer_hash") {
  return db`(
    select t.text from click_texts t
    where t.hash = v.${db(hash)} and t.clicked_at = date_trunc('day', v.clicked_at, 'UTC')
  )`;
}

function isOnPage(db: Queryable, { wanted, span, before }: ListClicks) {
  return db`
    ${matchesFilter(db, wanted)} and ${isWithin(db, span)}
    ${before ? db`and (c.clicked_at, c.id) < (${before.clickedAt}, ${before.id}::uuid)` : db``}`;
}

/** Flagged clicks have an index of their own; others are found by the hours in that of their link or campaign. */
function newestFirst(
  db: Queryable,
  { verdict, campaignId, creatorId }: ClickWanted,
  limit: number,
) {
  const isFlagged = verdict === "flagged" || verdict === "held" || verdict === "invalid";
  const hours =
    campaignId && !isFlagged
      ? db`${selectHours(db, creatorId)(db`c.campaign_id, c.creator_id`, db`c.clicked_at`)} desc,`
      : db``;
  return db`order by ${hours} c.clicked_at desc, c.id desc limit ${limit}`;
}

/** The order of the index on links. */
export function newestOfLink(db: Queryable) {
  return db`order by link_hours(c.campaign_id, c.creator_id, c.clicked_at) desc, c.clicked_at desc`;
}

/** Returns the function in the index of a campaign's clicks, or of its links' with a creator. */
export function selectHours(db: Queryable, creatorId: string | null) {
  return (link: Fragment, at: Fragment) =>
    creatorId ? db`link_hours(${link}, ${at})` : db`hour_of(${at})`;
}

function listedColumns(db: Queryable) {
  return db`
    c.id, c.clicked_at, c.campaign_id, m.name as campaign_name,
    c.creator_id, u.username as creator_name, k.code as link_code, host(c.ip) as address, c.country,
    c.asn, c.user_agent, c.referrer, c.device_key, c.verdict, c.reason, click_signal_names(c.signals) as signals,
    ${priceAt(db, db`c.campaign_id`, db`c.clicked_at`)} as price_micros, c.paid_micros::bigint as paid_micros,
    p.state as appeal`;
}

function joinNames(db: Queryable) {
  return db`join campaigns m on m.id = c.campaign_id join users u on u.id = c.creator_id
    left join links k on k.campaign_id = c.campaign_id and k.creator_id = c.creator_id
    left join cases p on ${isAppealOf(db, "p", {
      campaignId: db`c.campaign_id`,
      creatorId: db`c.creator_id`,
      clickedAt: db`c.clicked_at`,
      reason: db`c.reason`,
    })}`;
}

/**
 * The verdicts are literals, not parameters, so that Postgres can use the partial indexes.
 */
export function matchesFilter(db: Queryable, wanted: ClickWanted) {
  const { signal, campaignId, creatorId, network, appealed } = wanted;
  return db`
    ${hasVerdict(db, wanted.verdict)}
    ${signal ? db`and ${hasSignal(db, signal)}` : db``}
    ${campaignId ? db`and c.campaign_id = ${campaignId}` : db``}
    ${creatorId && campaignId ? db`and is_of_link(c.campaign_id, c.creator_id, c.clicked_at, ${campaignId}, ${creatorId})` : db``}
    ${creatorId && !campaignId ? db`and c.creator_id = ${creatorId}` : db``}
    ${network ? db`and ${isFrom(db, network)}` : db``}
    ${
      appealed
        ? db`and (c.id, c.clicked_at) in (
      select k.id, k.clicked_at from cases p join clicks k
        on is_of_link(k.campaign_id, k.creator_id, k.clicked_at, p.campaign_id, p.user_id)
        and k.clicked_at >= (p.about ->> 'day')::timestamp at time zone 'UTC'
        and k.clicked_at < ((p.about ->> 'day')::timestamp + interval '1 day') at time zone 'UTC'
        and k.verdict in ('held', 'invalid') and k.reason = p.about ->> 'reason'
      where p.kind = 'appeals' and p.state = 'open'
    )`
        : db``
    }`;
}

export function hasSignal(db: Queryable, signal: SignalName) {
  return db`click_signal_names(c.signals) @> array[${signal}]::text[]`;
}

export function isWithin(db: Queryable, { from, to }: Span) {
  return db`c.clicked_at >= ${from} and c.clicked_at < ${to}`;
}

function hasVerdict(db: Queryable, verdict: VerdictFilter) {
  return {
    flagged: db`c.verdict in ('held', 'invalid')`,
    held: db`c.verdict = 'held'`,
    invalid: db`c.verdict = 'invalid'`,
    valid: db`c.verdict = 'valid'`,
    unpaid: db`c.verdict = 'unpaid'`,
    any: db`true`,
  }[verdict];
}

/**
 * Compares with bounds that the index on ip keys can use; the upper one is the network's last
 * address.
 */
function isFrom(db: Queryable, network: string) {
  return db`(c.ip_key between ${network}::inet and set_masklen(broadcast(${network}::inet), -1)
    and c.ip_key <<= ${network}::inet and ${hasAnyVerdict(db, "c")})`;
}

export type ClickDetailRow = ListedClickRow & {
  found: Signal[];
  recordedAt: Date | null;
  /** The campaign's game URL at the time of the click. */
  gameUrl: string;
  method: string;
  ipKey: string | null;
  deviceKnown: boolean;
  policyVersion: number | null;
  transactionId: string | null;
  paidAt: Date | null;
  paidReference: string | null;
  ipDataVersion: number | null;
  ipData: IpDataContent | null;
  linkJoinedAt: Date | null;
  linkDisabledAt: Date | null;
  linkDisabledBy: string | null;
  creatorCreatedAt: Date;
  creatorSuspendedAt: Date | null;
  earningsMicros: bigint;
  /** Zero or negative: the balance of the creator's debt account. */
  debtMicros: bigint;
  appealId: string | null;
  appealText: string | null;
  /** What became of the click after its player came back; null if the game reported no return. */
  proof: ProofOutcome | null;
};

/**
 * Finds a pending or judged click of the span, with `moved` among these; null if there is none. The span
 * selects partitions.
 */
export async function findClick(
  db: Queryable,
  { id, span }: { id: string; span: Span },
  moved: MovedClick[] | null = null,
): Promise<ClickDetailRow | null> {
  const [row] = await db<ClickDetailRow[]>`
    /* clickDetails.findClick */
    ${asClicks(db, moved)}
    select ${listedColumns(db)}, coalesce(c.signals, '[]') as found, c.recorded_at,
      ${gameUrlAtClick(db)} as game_url, c.method,
      c.ip_key::text as ip_key,
      c.device_known, c.policy_version,
      c.transaction_id, t.created_at as paid_at, t.reference as paid_reference,
      d.version as ip_data_version, d.content as ip_data, k.joined_at as link_joined_at,
      k.disabled_at as link_disabled_at, k.disabled_by as link_disabled_by,
      u.created_at as creator_created_at, u.suspended_at as creator_suspended_at,
      coalesce(a.balance_micros, 0) as earnings_micros, coalesce(b.balance_micros, 0) as debt_micros,
      p.id as appeal_id, p.text as appeal_text, g.outcome as proof
    from all_clicks c
    ${joinNames(db)}
    left join players g on g.click_id = c.id
    left join ledger_transactions t on t.id = c.transaction_id
    left join ip_data_versions d on d.version = c.ip_data_version
    left join ledger_accounts a on a.kind = 'earnings' and a.owner_id = c.creator_id
    left join ledger_accounts b on b.kind = 'debt' and b.owner_id = c.creator_id
    where c.id = ${id} and c.clicked_at >= ${span.from} and c.clicked_at < ${span.to}`;
  return row ?? null;
}

export type ListNeighbours = {
  of: { id: string; clickedAt: Date; ipKey: string | null; deviceKey: string | null };
  seconds: number;
  limit: number;
};

/** Lists clicks of the same ip address or device around a click, the nearest in time first; with `moved`, of these. */
export async function listNeighbours(
  db: Queryable,
  { of, seconds, limit }: ListNeighbours,
  moved: MovedClick[] | null = null,
): Promise<NeighbourRow[]> {
  const from = new Date(of.clickedAt.getTime() - seconds * 1_000);
  const to = new Date(of.clickedAt.getTime() + seconds * 1_000);
  const hasGiven = (key: "ip_key" | "device_key") =>
    key === "ip_key" ? db`n.ip_key = given.ip_key` : hasDevice(db, "n", db`given.device_key`);
  const earlier = (key: "ip_key" | "device_key") => db`
    (select * from all_clicks n
      where ${hasGiven(key)} and n.clicked_at between ${from} and ${of.clickedAt}
        and ${hasAnyVerdict(db, "n")}
      order by n.clicked_at desc limit ${limit})`;
  const later = (key: "ip_key" | "device_key") => db`
    (select * from all_clicks n
      where ${hasGiven(key)} and n.clicked_at > ${of.clickedAt} and n.clicked_at <= ${to}
        and ${hasAnyVerdict(db, "n")}
      order by n.clicked_at limit ${limit})`;
  return db<NeighbourRow[]>`
    /* clickDetails.listNeighbours */
    ${asClicks(db, moved)}
    select * from (
      select distinct on (c.id) c.id, c.clicked_at, m.name as campaign_name,
        u.username as creator_name, c.verdict, c.reason, c.paid_micros::bigint as paid_micros,
        coalesce(c.ip_key = given.ip_key, false) as same_address,
        coalesce(c.device_key = given.device_key, false) as same_device
      from (values (${of.ipKey}::inet, ${of.deviceKey}::text)) as given (ip_key, device_key)
      cross join lateral (
        ${earlier("ip_key")} union all ${later("ip_key")}
        union all ${earlier("device_key")} union all ${later("device_key")}
      ) c
      ${joinNames(db)}
      where c.id <> ${of.id}
    ) neighbour
    order by abs(extract(epoch from clicked_at - ${of.clickedAt}::timestamptz)), id limit ${limit}`;
}

/** Lists the decisions about a click, oldest first. */
export async function listDecisions(db: Queryable, clickId: string): Promise<DecisionRow[]> {
  return db<DecisionRow[]>`
    /* clickDetails.listDecisions */
    select d.action, o.name as operator, d.decided_at as at
    from click_decisions d left join operators o on o.id = d.operator_id
    where d.click_id = ${clickId} order by d.id`;
}

/** The condition that a click of `visited_clicks` has a device key: the index knows six bytes of it. */
export function hasDevice(db: Queryable, alias: "n" | "k", key: Fragment) {
  return db`${db(alias)}.device_start = substr(pack_device(${key}), 2, 6) and ${db(alias)}.device_key = ${key}`;
}

/**
 * A condition that every judged click of `alias` meets. The indexes on addresses and devices begin
 * with whether a click is accepted: without a condition on it Postgres cannot search them.
 */
export function hasAnyVerdict(db: Queryable, alias: "c" | "n") {
  return db`${db(alias)}.accepted in (true, false)`;
}

/** The condition of an operator's filter, as `matchesFilter` has it. A day with an open appeal does not move. */
export function isWanted(wanted: ClickWanted): Part {
  const { verdict, signal, campaignId, creatorId, network, appealed } = wanted;
  const [address = "", bits] = network?.split("/") ?? [];
  const inV6 = Number(bits ?? (address.includes(":") ? 64 : 32)) + (address.includes(":") ? 0 : 96);
  const range = ch`IPv6CIDRToRange(toIPv6(${bind.text(address)}), toUInt8(${bind.count(inV6)}))`;
  const verdicts = verdict === "flagged" ? ["held", "invalid"] : [verdict];
  return ch`${verdict === "any" ? ch`true` : ch`verdict in ${bind.texts(verdicts)}`}
    ${signal ? ch`and has(signal_names, ${bind.text(signal)})` : ch``}
    ${campaignId ? ch`and campaign_id = ${bind.uuid(campaignId)}` : ch``}
    ${creatorId ? ch`and creator_id = ${bind.uuid(creatorId)}` : ch``}
    ${network ? ch`and ip_key >= tupleElement(${range}, 1) and ip_key <= tupleElement(${range}, 2)` : ch``}
    ${appealed ? ch`and false` : ch``}`;
}

export function hasId(id: string): Part {
  return ch`id = ${bind.uuid(id)}`;
}

/** The page of the clicks that `listNeighbours` chooses from. */
export function toMovedNeighbours({ of, seconds, limit }: ListNeighbours): Omit<MovedPage, "days"> {
  const { clickedAt, ipKey, deviceKey } = of;
  const at = (ms: number) => new Date(clickedAt.getTime() + ms);
  return {
    span: { from: at(-seconds * 1_000), to: at(seconds * 1_000 + 1) },
    wanted: ch`(${ipKey ? ch`ip_key = toIPv6(${bind.text(ipKey.replace(/\/\d+$/, ""))})` : ch`false`}
      or ${deviceKey ? ch`device_key = ${bind.text(deviceKey)}` : ch`false`})`,
    // The nearest are chosen among these: the newest ones of a flood.
    limit: 20 * limit,
  };
}
