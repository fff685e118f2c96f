import { type FinalVerdict, finalVerdicts } from "@fairclick/core/clicks/signal";
import { mapEach } from "@fairclick/core/compact";
import { JOINED } from "@fairclick/core/conversions/report";
import { ALL_LINKS, type CampaignId, type UserId } from "@fairclick/core/ids";
import { type ClickHouse, ch, verbatim } from "../db/clickhouse";
import { arrayLiteral, type Fragment, type Queryable } from "../db/client";
import { type Dimension, dimensionValues } from "./counters";
import type { Span } from "./flagged-clicks";
import { isOfCampaign } from "./read-clicks";
import { isMoved, type MovedDays } from "./read-moved-clicks";

/** All clicks of a campaign, or those of one creator's link. */
export type ClickScope = { campaignId: CampaignId; creatorId: UserId | null };

/** The links of creators, all or in certain campaigns; `newest` takes only those joined last. */
type LinksScope = {
  creatorIds: readonly UserId[];
  campaignIds?: readonly CampaignId[];
  newest?: number | undefined;
};

type CampaignsScope = { developerIds: readonly UserId[]; campaignIds?: readonly CampaignId[] };

export type FigureScope = ClickScope | LinksScope | CampaignsScope;

/** What clicks can be counted by. */
type FigureKeys = {
  developerId: UserId;
  campaignId: CampaignId;
  campaignName: string;
  creatorId: UserId;
  /** Position of the step, from 0. */
  step: number;
  dimension: Dimension;
  value: string;
};

/** `to` is exclusive. Steps begin at each moment but the last, which only ends the last step. */
export type FigurePeriod = { from: Date; to?: Date } | { steps: readonly Date[] };

export type FigureQuery<By> = {
  scope: FigureScope;
  by: readonly By[];
  /** Counts clicks once per value of each of these. Needed to count by dimension or value. */
  dimensions?: readonly Dimension[];
  /** All time by default. */
  period?: FigurePeriod;
  /**
   * The present, if the period may reach it: today then counts as a whole day, because no click after
   * now has been judged.
   */
  now?: Date;
};

export type ClickSums = Record<FinalVerdict, bigint> & {
  /** What the clicks paid creators. Of whole campaigns: what they cost, with the platform's fees. */
  micros: bigint;
};

export type FigureRow<By extends keyof FigureKeys> = ClickSums & Pick<FigureKeys, By>;

export const noClicks: ClickSums = { valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, micros: 0n };

export function countJudged({ valid, invalid, held, unpaid }: ClickSums): bigint {
  return valid + invalid + held + unpaid;
}

export function sumFigures(rows: readonly ClickSums[]): ClickSums {
  return mapEach([...finalVerdicts, "micros"], (column) =>
    rows.reduce((sum, row) => sum + row[column], 0n),
  );
}

const DAY_MS = 86_400_000;

/**
 * Counts judged clicks by keys, sorted by these. Leaves out what has no clicks. Reads the counters of
 * links, those of quarter hours with a period, or those of whole UTC days with dimensions, and then the
 * clicks of the rest at both ends.
 */
export async function readFigures<By extends keyof FigureKeys = never>(
  db: Queryable,
  query: FigureQuery<By>,
): Promise<FigureRow<By>[]> {
  const names: readonly string[] = query.by;
  const keys = names.length > 0 ? db`${db(names)}` : null;
  return db<FigureRow<By>[]>`
    /* figures.read */
    select ${keys ? db`${keys},` : db``} sum(valid)::bigint as valid, sum(invalid)::bigint as invalid,
      sum(held)::bigint as held, sum(unpaid)::bigint as unpaid,
      sum(${isOfWholeCampaigns(query) ? db`paid_micros + fee_micros` : db`paid_micros`})::bigint as micros
    from (
      select k.*, counted.* from (${selectScope(db, query.scope)}) k
      cross join lateral (${query.dimensions ? selectDays(db, query, query.dimensions) : selectQuarters(db, query)}) counted
    ) f
    ${keys ? db`group by ${keys}` : db``}
    having sum(valid) + sum(invalid) + sum(held) + sum(unpaid) > 0
    ${keys ? db`order by ${keys}` : db``}`;
}

export function readReasons(
  db: Queryable,
  query: Pick<FigureQuery<"value">, "scope" | "period">,
): Promise<FigureRow<"value">[]> {
  return readFigures(db, { ...query, by: ["value"], dimensions: ["reason"] });
}

/** Rows of campaigns and creators; the creator `ALL_LINKS` stands for the whole campaign. */
function selectScope(db: Queryable, scope: FigureScope) {
  const columns = db`c.developer_id, c.id as campaign_id, c.name as campaign_name`;
  const whole = db`${columns}, ${ALL_LINKS}::uuid as creator_id from campaigns c`;
  const isChosen = (campaignIds: readonly CampaignId[] | undefined) =>
    campaignIds ? db`and c.id = any (${arrayLiteral(campaignIds)}::uuid[])` : db``;
  if ("developerIds" in scope) {
    return db`select ${whole} where c.developer_id = any (${arrayLiteral(scope.developerIds)}::uuid[])
      ${isChosen(scope.campaignIds)}`;
  }
  if ("creatorIds" in scope) {
    const { creatorIds, campaignIds, newest } = scope;
    return db`
      select ${columns}, l.creator_id
      from links l join campaigns c on c.id = l.campaign_id
      where l.creator_id = any (${arrayLiteral(creatorIds)}::uuid[]) ${isChosen(campaignIds)}
      ${newest ? db`order by l.joined_at desc limit ${newest}` : db``}`;
  }
  const { campaignId, creatorId } = scope;
  return creatorId === null
    ? db`select ${whole} where c.id = ${campaignId}`
    : db`select ${columns}, ${creatorId}::uuid as creator_id from campaigns c where c.id = ${campaignId}`;
}

function isOfWholeCampaigns({ scope }: Pick<FigureQuery<unknown>, "scope">): boolean {
  return "developerIds" in scope || ("creatorId" in scope && scope.creatorId === null);
}

/**
 * The counters of quarter hours of a row `k`, or those of all time. Each step is queried by itself: grouping 13 months of
 * quarter hours into days is slower.
 */
function selectQuarters(db: Queryable, query: FigureQuery<unknown>) {
  const sums = (isWithin: Fragment) => db`
    select sum(valid) as valid, sum(invalid) as invalid, sum(held) as held, sum(unpaid) as unpaid,
      sum(paid_micros) as paid_micros, sum(fee_micros) as fee_micros
    from click_quarters q
    where q.campaign_id = k.campaign_id and q.creator_id = k.creator_id and ${isWithin}`;
  const { period } = query;
  if (!period) {
    return db`
      select valid, invalid, held, unpaid, paid_micros, fee_micros from link_outcomes o
      where o.campaign_id = k.campaign_id ${isOfWholeCampaigns(query) ? db`` : db`and o.creator_id = k.creator_id`}`;
  }
  if ("steps" in period) {
    const all = moments(period.steps);
    return db`
      select s.number::int - 1 as step, q.*
      from unnest(${all.slice(0, -1)}::timestamptz[], ${all.slice(1)}::timestamptz[])
        with ordinality as s (begins_at, ends_at, number)
      cross join lateral (${sums(db`q.starts_at >= s.begins_at and q.starts_at < s.ends_at`)}) q`;
  }
  const { from, to } = findBounds(query);
  return sums(
    db`true ${from ? db`and q.starts_at >= ${from}` : db``} ${to ? db`and q.starts_at < ${to}` : db``}`,
  );
}

/** The counters of whole days of a row `k`, and its clicks of the rest of the period. */
function selectDays(db: Queryable, query: FigureQuery<unknown>, dimensions: readonly Dimension[]) {
  const { from, to } = findBounds(query);
  const first = from && new Date(Math.min(endOfDay(from), to?.getTime() ?? Infinity));
  const last = to && new Date(Math.max(startOfDay(to), first?.getTime() ?? 0));
  const isWhole = isOfWholeCampaigns(query);
  const isCounted = db`dimension = any (${[...dimensions]}::text[])`;
  const clicksBetween = (since: Date | undefined, before: Date | undefined) => {
    if (!since || !before || since >= before) return db``;
    return db`
      union all
      select dimensions.*, (c.verdict = 'valid')::int, (c.verdict = 'invalid')::int,
        (c.verdict = 'held')::int, (c.verdict = 'unpaid')::int, c.paid_micros,
        case c.verdict when 'valid' then c.fee_micros else 0 end
      from clicks c cross join lateral ${dimensionValues(db)}
      where ${
        isWhole
          ? db`c.campaign_id = k.campaign_id and hour_of(c.clicked_at) between hour_of(${since}) and hour_of(${before})`
          : db`is_of_link(c.campaign_id, c.creator_id, c.clicked_at, k.campaign_id, k.creator_id)`
      }
        and c.clicked_at >= ${since} and c.clicked_at < ${before}
        and ${isCounted} and dimensions.value is not null`;
  };
  return db`
    select dimension, value, valid, invalid, held, unpaid, paid_micros, fee_micros from click_days d
    where d.campaign_id = k.campaign_id and d.creator_id = k.creator_id and ${isCounted}
      ${first ? db`and d.day >= (${first}::timestamptz at time zone 'UTC')::date` : db``}
      ${last ? db`and d.day < (${last}::timestamptz at time zone 'UTC')::date` : db``}
    ${clicksBetween(from, first)} ${clicksBetween(last, to)}`;
}

/** The parts of a period that are not whole UTC days, at its ends: `readFigures` counts their clicks one by one. */
export function listEnds({ from, to }: Span): Span[] {
  const first = new Date(Math.min(endOfDay(from), to.getTime()));
  const last = new Date(Math.max(startOfDay(to), first.getTime()));
  return [
    { from, to: first },
    { from: last, to },
  ].filter((end) => end.from < end.to);
}

const movedDimensions: Record<Dimension, string> = {
  country: "ifNull(country, 'unknown')",
  device: "ifNull(device_class, 'unknown')",
  browser: "ifNull(browser, 'unknown')",
  referrer: "ifNull(referrer_host, 'direct')",
  reason: "reason",
  link_name: "link_name",
};

type MovedFigures = { scope: ClickScope; dimension: Dimension; end: Span; days: MovedDays };

/** Counts clicks of a moved day by value, as `readFigures` does for those in Postgres. */
export async function readMovedFigures(
  clickhouse: ClickHouse,
  { scope, dimension, end, days }: MovedFigures,
): Promise<FigureRow<"value">[]> {
  const of = { ...scope, verdict: null, reasons: null, country: null, device: null };
  const fee = scope.creatorId === null ? ch`sumIf(fee_micros, verdict = 'valid')` : ch`0`;
  const rows = await clickhouse.read<Record<keyof ClickSums | "value", string>>(ch`
    select ${verbatim(movedDimensions[dimension])} as value, countIf(verdict = 'valid') as valid,
      countIf(verdict = 'invalid') as invalid, countIf(verdict = 'held') as held,
      countIf(verdict = 'unpaid') as unpaid, sum(paid_micros) + ${fee} as micros
    from clicks where ${isMoved(days, end)} and ${isOfCampaign(of)}
    group by value having isNotNull(value)`);
  return rows.map(({ value, ...sums }) => ({
    value,
    ...mapEach([...finalVerdicts, "micros"], (column) => BigInt(sums[column])),
  }));
}

function findBounds({ period, now }: FigureQuery<unknown>) {
  const [from, to] =
    period && "steps" in period
      ? [period.steps[0], period.steps.at(-1)]
      : [period?.from, period?.to];
  return { from, to: to && now && to >= now ? new Date(endOfDay(now)) : to };
}

function startOfDay(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS) * DAY_MS;
}

/** Returns the end of the UTC day of `at`; `at` itself if it is midnight. */
function endOfDay(at: Date): number {
  return Math.ceil(at.getTime() / DAY_MS) * DAY_MS;
}

const moments = (steps: readonly Date[]) => steps.map((at) => at.toISOString());

type Steps = ClickScope & { steps: readonly Date[] };

export type StepCounts = { pending: bigint; impressions: bigint; conversions: bigint };

/**
 * Returns pending clicks, impressions and conversions by step, without the steps that have none. The
 * counters are queried separately: each has one row per quarter.
 */
export async function readStepCounts(
  db: Queryable,
  { campaignId, creatorId, steps }: Steps,
): Promise<Record<keyof StepCounts, Map<number, bigint>>> {
  const isCounted = db`campaign_id = ${campaignId} and creator_id = ${creatorId ?? ALL_LINKS}`;
  const count = async (source: Fragment) => {
    const rows = await db<{ step: number; count: bigint }[]>`
      /* figures.readStepCounts */
      select width_bucket(at, ${moments(steps)}::timestamptz[]) - 1 as step, sum(count)::bigint as count
      from (${source}) counted (at, count)
      where at >= ${steps[0] ?? null} and at < ${steps.at(-1) ?? null} group by 1`;
    return new Map(rows.map((row) => [row.step, row.count]));
  };
  const [pending, impressions, conversions] = await Promise.all([
    count(db`
      select clicked_at, 1 from pending_clicks
      where campaign_id = ${campaignId} ${creatorId ? db`and creator_id = ${creatorId}` : db``}`),
    count(db`select starts_at, impressions from impression_quarters where ${isCounted}`),
    count(db`
      select starts_at, conversions from conversion_quarters where ${isCounted} and event = coalesce(
        (select conversion_event from campaigns where id = ${campaignId}), ${JOINED})`),
  ]);
  return { pending, impressions, conversions };
}
