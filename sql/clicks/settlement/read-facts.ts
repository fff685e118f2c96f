import type { Audience } from "@fairclick/core/campaigns/audience";
import { listNeeds } from "@fairclick/core/clicks/fact-rules";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  type JudgedBefore,
  linkKey,
  mergeNeighbourNeeds,
  type Need,
  type NeighbourNeed,
  needName,
  type PaidQuarter,
  QUARTER_MS,
  sharedKey,
} from "@fairclick/core/clicks/facts";
import type { Policy } from "@fairclick/core/clicks/policy";
import {
  claims,
  decideVerdict,
  type LimitsFrom,
  type Spending,
  utcDay,
} from "@fairclick/core/clicks/spending";
import { ALL_LINKS, parseFirstClickId } from "@fairclick/core/ids";
import { type PriceRow, selectPrices, toPrices } from "../../campaigns/prices";
import { arrayLiteral, type Queryable, type Tx } from "../../db/client";
import type { Shard } from "./batches";
import { readNeighbours, readPaidNeighbours, readUnjudged } from "./read-neighbours";

export type FactsWanted = {
  clicks: readonly ClickToJudge[];
  /** Each click is judged by one of them. */
  policies: readonly Policy[];
  /** Only clicks made before this time (ms) count as paid; `Infinity` if all do. */
  paidBefore: number;
  /** Max neighbours to read per need; null if only the limit per key applies. */
  limit: number | null;
  /** Absent if no other settlement is judging clicks that come before these. */
  shard?: Shard;
};

type Read = Awaited<ReturnType<typeof readPaidNeighbours>>;

/**
 * Reads the facts that the rules declare as their needs. Paid clicks, first clicks and links are
 * read only for clicks without a refusing signal: rules query them for no others.
 */
export async function readFacts(
  tx: Tx,
  { clicks, policies, paidBefore, limit, shard }: FactsWanted,
): Promise<Pick<Facts, "clicks" | "neighbours" | "firstClicks" | "paidOfLinks" | "unjudged">> {
  const payable = clicks.filter(
    ({ signals, kept }) =>
      kept === null &&
      policies.some(({ effects }) =>
        claims(
          decideVerdict(
            signals.map(({ signal }) => signal),
            effects,
          ),
        ),
      ),
  );
  const needs = listNeeds(policies);
  const withinMs = Math.max(
    0,
    ...needs.map((need) => (need.kind === "first click" ? need.withinMs : 0)),
  );
  const scope = { clicks: payable, paidBefore, limit };
  // Before all others: a click that is judged in the meantime is found by them.
  const unjudged = await readUnjudged(tx, { ...scope, needs, shard });
  const byIndex = Map.groupBy(mergeNeighbourNeeds(needs), ({ among, key }) => {
    if (among === "visits" || key === "network48" || key === "network56") return "alone";
    return key === "deviceKey" ? "paid by device" : "paid by address";
  });
  const alone = async (need: NeighbourNeed): Promise<Read[number]> => {
    const of = need.among === "visits" ? clicks : payable;
    return [needName(need), await readNeighbours(tx, { ...scope, need, clicks: of })];
  };
  const [firstClicks, ...neighbours] = await Promise.all([
    readFirstClicks(tx, { clicks: payable, withinMs, paidBefore }),
    readPaidNeighbours(tx, { ...scope, needs: byIndex.get("paid by device") ?? [] }),
    readPaidNeighbours(tx, { ...scope, needs: byIndex.get("paid by address") ?? [] }),
    Promise.all((byIndex.get("alone") ?? []).map(alone)),
  ]);
  const read = new Map(neighbours.flat());
  const paidOfLinks = await readPaidOfLinks(tx, {
    needs: needs.filter((need) => need.kind === "paid of link"),
    clicks: payable,
    read,
    paidBefore,
  });
  return { clicks, neighbours: read, firstClicks, paidOfLinks, unjudged };
}

type FirstClicksWanted = {
  clicks: readonly ClickToJudge[];
  withinMs: number;
  paidBefore: number;
};

async function readFirstClicks(
  tx: Tx,
  { clicks, withinMs, paidBefore }: FirstClicksWanted,
): Promise<Map<string, JudgedBefore>> {
  const named = clicks.flatMap(({ deviceKnown, deviceKey, at }) => {
    const id = deviceKnown && deviceKey !== null ? parseFirstClickId(deviceKey) : null;
    return id ? [{ id, at }] : [];
  });
  if (named.length === 0) return new Map();
  const from = named.reduce((first, { at }) => Math.min(first, at), Infinity) - withinMs;
  const to = named.reduce((last, { at }) => Math.max(last, at), -Infinity) + withinMs;
  const rows = await tx<JudgedBefore[]>`
    /* settlement.readFirstClicks */
    select n.id, (extract(epoch from n.clicked_at) * 1000)::float8 as at,
      n.campaign_id, n.device_known, n.verdict, n.reason
    from unnest(${arrayLiteral([...new Set(named.map(({ id }) => id))])}::uuid[]) as first (id)
    cross join lateral (
      select * from clicks c
      where c.id = first.id and not c.device_known
        and c.clicked_at between ${new Date(Math.floor(from))} and ${new Date(Math.ceil(Math.min(to, paidBefore)))}
      limit 1
    ) n`;
  return new Map(rows.filter(({ at }) => at < paidBefore).map((row) => [row.id, row]));
}

type PaidOfLinkNeed = Extract<Need, { kind: "paid of link" }>;

/** Reads the paid clicks per link. Skips links on which too few clicks share a key for a rule to apply. */
async function readPaidOfLinks(
  tx: Tx,
  {
    needs,
    clicks,
    read,
    paidBefore,
  }: {
    needs: readonly PaidOfLinkNeed[];
    clicks: readonly ClickToJudge[];
    read: Facts["neighbours"];
    paidBefore: number;
  },
): Promise<Map<string, PaidQuarter[]>> {
  const links = new Map(
    needs
      .flatMap((need) => findCrowdMembers(need, clicks, read))
      .map((click): [string, ClickToJudge] => [linkKey(click), click]),
  );
  if (links.size === 0) return new Map();
  const beforeMs = Math.max(...needs.map((need) => need.beforeMs));
  const times = clicks.map(({ at }) => at);
  const from = times.reduce((first, at) => Math.min(first, at), Infinity) - beforeMs;
  const to = times.reduce((last, at) => Math.max(last, at), -Infinity);
  const of = [...links.values()];
  const rows = await tx<({ campaignId: string; creatorId: string } & PaidQuarter)[]>`
    /* settlement.readPaidOfLinks */
    select q.campaign_id, q.creator_id,
      (extract(epoch from q.starts_at) * 1000)::float8 as starts_at, (q.valid + q.held)::float8 as clicks, (q.valid - q.shared_valid)::float8 as unshared
    from unnest(
      ${arrayLiteral(of.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(of.map(({ creatorId }) => creatorId))}::uuid[]
    ) as link (campaign_id, creator_id)
    join click_quarters q on q.campaign_id = link.campaign_id and q.creator_id = link.creator_id
      and q.starts_at between ${new Date(Math.floor(from))} and ${new Date(Math.ceil(Math.min(to, paidBefore)))}`;
  return Map.groupBy(rows, linkKey);
}

/** Returns the clicks with a key that more than `above` clicks share, in the batch or read before. */
function findCrowdMembers(
  { shared, above, signal }: PaidOfLinkNeed,
  clicks: readonly ClickToJudge[],
  read: Facts["neighbours"],
): ClickToJudge[] {
  if (signal && !clicks.some(({ signals }) => signals.some((each) => each.signal === signal))) {
    return [];
  }
  const known = read.get(needName({ among: "valid", ...shared }));
  const groups = Map.groupBy(clicks, (click) => sharedKey(click, shared));
  return [...groups].flatMap(([key, group]) => {
    if (key === null) return [];
    return group.length + (known?.get(key)?.length ?? 0) > above ? group : [];
  });
}

/**
 * Returns the ids of clicks that are judged already: they were delivered again, or another
 * settlement moved them in the meantime.
 */
export async function findJudged(tx: Tx, clicks: readonly ClickToJudge[]): Promise<Set<string>> {
  const times = clicks.map(({ at }) => at);
  const from = times.reduce((first, at) => Math.min(first, at), Infinity);
  const to = times.reduce((last, at) => Math.max(last, at), -Infinity);
  const rows = await tx<{ id: string }[]>`
    /* settlement.findJudged */
    select c.id from unnest(${arrayLiteral(clicks.map(({ id }) => id))}::uuid[]) as given (id)
    cross join lateral (
      select n.id from clicks n
      where n.id = given.id and n.clicked_at between ${new Date(Math.floor(from))} and ${new Date(Math.ceil(to))}
      limit 1
    ) c`;
  return new Set(rows.map(({ id }) => id));
}

type Funds = Omit<CampaignFunds, "spending">;

/** Returns what campaigns can pay. Call it with their escrows locked, so that nothing else pays. */
export async function readFunds(
  tx: Tx,
  campaignIds: readonly string[],
): Promise<Map<string, Funds>> {
  const rows = await tx<
    (Omit<Funds, "audience" | "prices"> & Audience & { campaignId: string; prices: PriceRow[] })[]
  >`
    /* settlement.readFunds */
    select c.id as campaign_id, ${selectPrices(tx)} as prices, c.click_rules,
      c.audience_countries as countries, c.audience_devices as devices,
      greatest(coalesce(a.balance_micros, 0) - coalesce(h.micros, 0), 0)::bigint as free_micros,
      ${inMs(tx, "c.starts_at")} as starts_at, ${inMs(tx, "c.ends_at")} as ends_at,
      ${inMs(tx, "c.funded_at")} as funded_at, ${inMs(tx, "c.released_at")} as released_at,
      (ceil(extract(epoch from least(c.paused_at, c.disabled_at)) * 1000))::float8 as stopped_at
    from unnest(${arrayLiteral(campaignIds)}::uuid[]) as given (id)
    join campaigns c on c.id = given.id
    left join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id`;
  return new Map(
    rows.map(({ campaignId, countries, devices, prices, ...funds }) => [
      campaignId,
      { ...funds, prices: toPrices(prices), audience: { countries, devices } },
    ]),
  );
}

/** Rounds up: clicks have whole milliseconds, so comparisons come out as with the exact time. */
function inMs(tx: Tx, column: string) {
  return tx`(ceil(extract(epoch from ${tx(column)}) * 1000))::float8`;
}

type SpentClick = { campaignId: string; creatorId: string; at: number };

/**
 * Returns limits and spending, by campaign, as far as the clicks need them; campaigns without limits
 * are missing. Call it with the campaigns' escrows locked, so that nothing else claims.
 */
export async function readSpending(
  tx: Queryable,
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
  tx: Queryable,
  first: ReadonlyMap<string, number>,
): Promise<Map<string, LimitsFrom[]>> {
  const rows = await tx<(LimitsFrom & { campaignId: string })[]>`
    /* settlement.readLimits */
    select l.campaign_id,
      (ceil(extract(epoch from l.from_at) * 1000))::float8 as "from",
      l.daily_cap_micros, l.creator_cap_micros
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
async function readDays(tx: Queryable, { campaignIds, first }: DaysWanted) {
  const days = campaignIds.map((id) => utcDay(first.get(id) ?? 0));
  const rows = await tx<{ campaignId: string; day: number; micros: bigint }[]>`
    /* settlement.readSpentDays */
    select d.campaign_id, d.day - date '1970-01-01' as day,
      sum(d.paid_micros + d.held_micros + d.fee_micros + d.held_fee_micros)::bigint as micros
    from unnest(${arrayLiteral(campaignIds)}::uuid[], ${arrayLiteral(days)}::int[])
      as given (campaign_id, first_day)
    join click_days d on d.campaign_id = given.campaign_id and d.creator_id = ${ALL_LINKS}
      and d.dimension = 'device' and d.day >= date '1970-01-01' + given.first_day
    group by d.campaign_id, d.day`;
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

async function readCreators(tx: Queryable, clicks: readonly SpentClick[]) {
  const links = [
    ...new Map(clicks.map((click) => [`${click.campaignId} ${click.creatorId}`, click])).values(),
  ];
  const rows = await tx<{ campaignId: string; creatorId: string; micros: bigint }[]>`
    /* settlement.readSpentCreators */
    select k.campaign_id, k.creator_id,
      k.paid_micros + k.held_micros + k.fee_micros + k.held_fee_micros as micros
    from unnest(
      ${arrayLiteral(links.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(links.map(({ creatorId }) => creatorId))}::uuid[]
    ) as link (campaign_id, creator_id)
    join link_outcomes k on k.campaign_id = link.campaign_id and k.creator_id = link.creator_id`;
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

/** Counts valid clicks from shared addresses in the quarters of their links, which must exist. */
export async function addSharedClicks(
  tx: Tx,
  clicks: readonly Pick<ClickToJudge, "campaignId" | "creatorId" | "at">[],
): Promise<void> {
  const quarterStart = (at: number) => at - (at % QUARTER_MS);
  const quarters = [
    ...Map.groupBy(clicks, (click) => `${linkKey(click)} ${quarterStart(click.at)}`).values(),
  ].flatMap(([first, ...others]) => (first ? [{ ...first, valid: others.length + 1 }] : []));
  await tx`
    /* settlement.addSharedClicks */
    update click_quarters kept set shared_valid = kept.shared_valid + q.valid
    from unnest(
      ${arrayLiteral(quarters.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(quarters.map(({ creatorId }) => creatorId))}::uuid[],
      ${arrayLiteral(quarters.map(({ at }) => quarterStart(at)))}::float8[],
      ${arrayLiteral(quarters.map(({ valid }) => valid))}::bigint[]
    ) as q (campaign_id, creator_id, starts_ms, valid)
    where kept.campaign_id = q.campaign_id and kept.creator_id = q.creator_id
      and kept.starts_at = timestamptz 'epoch' + q.starts_ms * interval '1 millisecond'`;
}
