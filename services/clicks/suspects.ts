import { type CountedHow, TOP_DAYS, type TopClicksQuery } from "@fairclick/core/clicks/stats";
import {
  type ConcentrationKind,
  concentrationKinds,
  MIN_EXAMINED,
  type SuspectFacts,
  type SuspectOrder,
  type SuspectsQuery,
  type Suspicion,
  suspectLink,
} from "@fairclick/core/clicks/suspects";
import { mapEach } from "@fairclick/core/compact";
import { sharedAsns } from "@fairclick/core/ip/as-books";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import { type ClickWanted, limitedRead, type Span } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type LinkConcentration,
  type LinkFigures,
  listPaidLinks,
  type PaidLinkRow,
  readConcentrations,
  readLinkFigures,
} from "@fairclick/sql/clicks/suspects";
import {
  type CountedClicks,
  countClickPages,
  listTopValues,
  type TopValueRow,
} from "@fairclick/sql/clicks/top-clicks";
import { type Queryable, sortWhole } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { parseUser } from "../accounts/users";
import type { Ctx } from "../context";
import { resolveAnyFilter } from "./decide-clicks";

const DAY_MS = 86_400_000;
/** Max links to read counters of. */
const MAX_LINKS = 20_000;
/** Newest paid clicks that are examined per compared link. */
const EXAMINED_CLICKS = 300;
const COMPARED_LINKS = 100;
/** Examined clicks per link with addresses to look up in the week before the period. */
const TRACED_CLICKS = 50;
const TRACED_DAYS = 7;

export type SuspectLink = PaidLinkRow & {
  facts: SuspectFacts;
  suspicion: Suspicion;
  riskMicros: bigint;
};

export type Suspects = { items: SuspectLink[]; from: Date; links: number; compared: number };

/**
 * Ranks links by what is odd in their paid clicks and by the money that was paid for them. Compares
 * the `COMPARED_LINKS` links with the most money of the last days, by their newest clicks.
 */
export async function listSuspects(
  ctx: Pick<Ctx, "db" | "now">,
  { campaign, creator, days, sort, limit }: SuspectsQuery,
): Promise<Suspects> {
  const now = ctx.now().getTime();
  const from = new Date(Math.floor(now / DAY_MS - days) * DAY_MS);
  return withTx(
    ctx.db,
    async (tx) => {
      await tx`/* suspectLinks.plan */ select ${sortWhole(tx)}`;
      const links = await listPaidLinks(tx, {
        campaignId: campaign ?? null,
        creatorId: creator === undefined ? null : await parseUser(tx, creator),
        from,
        leastClicks: MIN_EXAMINED,
        mostRead: MAX_LINKS,
        limit: COMPARED_LINKS,
      });
      const query = {
        links,
        span: { from, to: new Date(now + DAY_MS) },
        clicks: EXAMINED_CLICKS,
        traced: TRACED_CLICKS,
        tracedFrom: new Date(from.getTime() - TRACED_DAYS * DAY_MS),
        sharedAsns,
      };
      const figures = await readLinkFigures(tx, query);
      const concentrations = await readConcentrations(tx, query);
      const items = rate(links, figures, concentrations).sort(comparing(sort)).slice(0, limit);
      return { items, from, links: links[0]?.links ?? 0, compared: links.length };
    },
    limitedRead,
  );
}

function rate(
  links: readonly PaidLinkRow[],
  figures: readonly LinkFigures[],
  concentrations: readonly LinkConcentration[],
): SuspectLink[] {
  const facts = figures.map((found): [PaidLinkRow | undefined, SuspectFacts] => {
    const link = links[found.place];
    const top = (kind: ConcentrationKind) =>
      concentrations.find((each) => each.place === found.place && each.kind === kind) ?? null;
    const own = { clicks: link?.clicks ?? 0, joined: link?.joined ?? 0 };
    const others = {
      clicks: (link?.allClicks ?? 0) - own.clicks,
      joined: (link?.allJoined ?? 0) - own.joined,
    };
    const { place, ...counts } = found;
    return [
      link,
      {
        ...counts,
        ...mapEach(concentrationKinds, top),
        payer: link?.sharesBank ?? false,
        own,
        others,
      },
    ];
  });
  const mean = (read: (facts: SuspectFacts) => number) => {
    const sum = facts.reduce((total, [, each]) => total + read(each), 0);
    return (own: number) => (sum - own) / Math.max(1, facts.length - 1);
  };
  const fresh = mean(freshShare);
  const returning = mean(returningShare);
  return facts.flatMap(([link, each]) => {
    if (!link) return [];
    const elsewhere = {
      fresh: fresh(freshShare(each)),
      returning: returning(returningShare(each)),
    };
    const suspicion = suspectLink(each, elsewhere);
    const permyriad = BigInt(Math.round(suspicion.oddity * 10_000));
    return [
      { ...link, facts: each, suspicion, riskMicros: (link.paidMicros * permyriad) / 10_000n },
    ];
  });
}

function freshShare({ fresh, traced }: SuspectFacts): number {
  return traced === 0 ? 0 : fresh / traced;
}

function returningShare({ returning, examined }: SuspectFacts): number {
  return returning / examined;
}

function comparing(sort: SuspectOrder) {
  return (a: SuspectLink, b: SuspectLink) =>
    sortKey(b, sort) - sortKey(a, sort) || Number(b.paidMicros - a.paidMicros);
}

function sortKey({ suspicion, riskMicros, paidMicros, clicks }: SuspectLink, sort: SuspectOrder) {
  switch (sort) {
    case "risk":
      return Number(riskMicros);
    case "odd":
      return suspicion.oddity;
    case "money":
      return Number(paidMicros);
    case "clicks":
      return clicks;
    case "joins":
      return -(suspicion.percents.joins ?? Number.MAX_SAFE_INTEGER);
    default:
      return suspicion.percents[sort] ?? -1;
  }
}

type Limits = {
  /** Max clicks that are read by an index. */
  clicks: number;
  /** Max pages (8 kB, about 20 clicks each) that a sample reads. */
  pages: number;
};

const LIMITS: Limits = { clicks: 100_000, pages: 8_000 };

export type TopClicks = {
  rows: (TopValueRow & { percent: number })[];
  counted: {
    how: CountedHow;
    clicks: number;
    withoutValue: number;
    percent: number;
    from: Date;
  };
};

/**
 * Counts clicks of all verdicts by one value, over the last `TOP_DAYS` unless the filter says
 * otherwise. Reads a bounded number of clicks: the newest of a link, campaign, creator, address or
 * of the flagged ones; otherwise a sample of the stored clicks.
 */
export async function listTopClicks(
  ctx: Pick<Ctx, "db" | "now">,
  { by, with: ofKind, value, sort, limit, ...filter }: TopClicksQuery,
  limits = LIMITS,
): Promise<TopClicks> {
  const to = filter.to ? new Date(filter.to) : new Date(ctx.now().getTime() + DAY_MS);
  const from = filter.from
    ? new Date(filter.from)
    : new Date(Math.min(to.getTime(), ctx.now().getTime()) - TOP_DAYS * DAY_MS);
  return withTx(
    ctx.db,
    async (tx) => {
      const wanted = await resolveAnyFilter(tx, filter);
      const span = { from, to };
      const counted = await chooseClicks(tx, { wanted, span, limits });
      const of = ofKind === undefined || value === undefined ? null : { by: ofKind, value };
      const found = await listTopValues(tx, { by, of, wanted, span, counted, sort, limit });
      const rows = by === "creator" ? await nameCreators(tx, found.rows) : found.rows;
      const toPercent = (clicks: number) => Math.round((clicks / found.counted) * 1_000) / 10;
      return {
        rows: rows.map((row) => ({ ...row, percent: toPercent(row.clicks) })),
        counted: {
          how: describeCounted(counted, found.read),
          clicks: found.counted,
          withoutValue: found.withoutValue,
          percent: counted.how === "sample" ? counted.percent : 100,
          from,
        },
      };
    },
    limitedRead,
  );
}

async function nameCreators(db: Queryable, rows: TopValueRow[]): Promise<TopValueRow[]> {
  const named = await listUserNames(
    db,
    rows.map(({ value }) => value),
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, value: names.get(row.value) ?? row.value }));
}

async function chooseClicks(
  db: Queryable,
  { wanted, span, limits }: { wanted: ClickWanted; span: Span; limits: Limits },
): Promise<CountedClicks> {
  const { verdict, campaignId, creatorId, network } = wanted;
  const isFlagged = verdict === "flagged" || verdict === "held" || verdict === "invalid";
  if (isFlagged || campaignId !== null || creatorId !== null || network !== null) {
    return { how: "newest", most: limits.clicks };
  }
  const pages = await countClickPages(db, span);
  const percent = pages <= limits.pages ? 100 : (limits.pages / pages) * 100;
  return { how: "sample", percent: Number(percent.toPrecision(3)) };
}

function describeCounted(counted: CountedClicks, clicks: number): CountedHow {
  if (counted.how === "sample") return counted.percent === 100 ? "all" : "sample";
  return clicks < counted.most ? "all" : "newest";
}
