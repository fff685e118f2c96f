import type { AppealState } from "@fairclick/core/clicks/appeals";
import type { VerdictFilter } from "@fairclick/core/clicks/flagged-clicks";
import type { FinalVerdict, SignalName } from "@fairclick/core/clicks/signal";
import { priceAt } from "../campaigns/prices";
import type { Queryable } from "../db/client";
import { hasAnyVerdict } from "./any-verdict";

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

export type ListedClickRow = {
  id: string;
  clickedAt: Date;
  campaignId: string;
  campaignName: string;
  creatorId: string;
  creatorName: string;
  linkCode: string | null;
  address: string | null;
  country: string | null;
  asn: number | null;
  userAgent: string | null;
  referrer: string | null;
  deviceKey: string | null;
  verdict: FinalVerdict;
  reason: string | null;
  signals: string[];
  priceMicros: bigint;
  paidMicros: bigint;
  appeal: AppealState | null;
};

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
 * and clicks with a rare one are all read and sorted.
 */
export async function listClicks(db: Queryable, query: ListClicks): Promise<ListedClickRow[]> {
  const { wanted, limit } = query;
  const { signal, ...others } = wanted;
  const among = db`select c.* from clicks c where ${isOnPage(db, { ...query, wanted: { ...others, signal: null } })}`;
  if (signal === null) return describe(db, db`${among} ${newestFirst(db, limit)}`);
  const next = db`select c.* from (${among} ${newestFirst(db, LOOKED_THROUGH)}) c where ${hasSignal(db, signal)}`;
  const found = await describe(db, db`${next} ${newestFirst(db, limit)}`);
  if (found.length === limit) return found;
  const having = db`select c.* from (${among} and ${hasSignal(db, signal)} offset 0) c`;
  return describe(db, db`${having} ${newestFirst(db, limit)}`);
}

function describe(db: Queryable, clicks: ReturnType<Queryable>) {
  return db<ListedClickRow[]>`
    /* flaggedClicks.listClicks */
    select ${listedColumns(db)} from (${clicks}) c ${joinNames(db)}
    order by c.clicked_at desc, c.id desc`;
}

function isOnPage(db: Queryable, { wanted, span, before }: ListClicks) {
  return db`
    ${matchesFilter(db, wanted)} and ${isWithin(db, span)}
    ${before ? db`and (c.clicked_at, c.id) < (${before.clickedAt}, ${before.id}::uuid)` : db``}`;
}

function newestFirst(db: Queryable, limit: number) {
  return db`order by c.clicked_at desc, c.id desc limit ${limit}`;
}

export function listedColumns(db: Queryable) {
  return db`
    c.id, c.clicked_at as "clickedAt", c.campaign_id as "campaignId", m.name as "campaignName",
    c.creator_id as "creatorId", u.username as "creatorName", k.code as "linkCode", host(c.ip) as address, c.country,
    c.asn, c.user_agent as "userAgent", c.referrer, c.device_key as "deviceKey", c.verdict, c.reason, click_signal_names(c.signals) as signals,
    ${priceAt(db, db`c.campaign_id`, db`c.clicked_at`)} as "priceMicros", c.paid_micros::bigint as "paidMicros",
    (select p.state from click_appeals p where p.click_id = c.id) as appeal`;
}

export function joinNames(db: Queryable) {
  return db`join campaigns m on m.id = c.campaign_id join users u on u.id = c.creator_id
    left join links k on k.campaign_id = c.campaign_id and k.creator_id = c.creator_id`;
}

/**
 * The verdicts are literals, not parameters, so that Postgres can use the partial indexes. With the
 * campaigns of a creator it can find few clicks by their links instead of among all flagged ones.
 */
export function matchesFilter(db: Queryable, wanted: ClickWanted) {
  const { signal, campaignId, creatorId, network, appealed } = wanted;
  return db`
    ${hasVerdict(db, wanted.verdict)}
    ${signal ? db`and ${hasSignal(db, signal)}` : db``}
    ${campaignId ? db`and c.campaign_id = ${campaignId}` : db``}
    ${creatorId ? db`and c.creator_id = ${creatorId}` : db``}
    ${creatorId && !campaignId ? db`and c.campaign_id in (select campaign_id from links where creator_id = ${creatorId})` : db``}
    ${network ? db`and ${isFrom(db, network)}` : db``}
    ${appealed ? db`and (c.id, c.clicked_at) in (select p.click_id, p.clicked_at from click_appeals p where p.state = 'open')` : db``}`;
}

export function hasSignal(db: Queryable, signal: SignalName) {
  return db`click_signal_names(c.signals) @> array[${signal}]::text[]`;
}

export function isWithin(db: Queryable, { from, to }: Span) {
  return db`c.clicked_at >= ${from} and c.clicked_at < ${to}`;
}

function hasVerdict(db: Queryable, verdict: VerdictFilter) {
  switch (verdict) {
    case "flagged":
      return db`c.verdict in ('held', 'invalid')`;
    case "held":
      return db`c.verdict = 'held'`;
    case "invalid":
      return db`c.verdict = 'invalid'`;
    case "valid":
      return db`c.verdict = 'valid'`;
    case "unpaid":
      return db`c.verdict = 'unpaid'`;
    case "any":
      return db`true`;
  }
}

/**
 * Compares with bounds that the index on ip keys can use; the upper one is the network's last
 * address.
 */
function isFrom(db: Queryable, network: string) {
  return db`(c.ip_key between ${network}::inet and set_masklen(broadcast(${network}::inet), -1)
    and c.ip_key <<= ${network}::inet and ${hasAnyVerdict(db, "c")})`;
}
