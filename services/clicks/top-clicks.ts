import { type CountedHow, TOP_DAYS, type TopClicksQuery } from "@fairclick/core/clicks/stats";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import { type ClickWanted, limitedRead, type Span } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type CountedClicks,
  countClickPages,
  listTopValues,
  type TopValueRow,
} from "@fairclick/sql/clicks/top-clicks";
import type { Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";
import { resolveAnyFilter } from "./decide-clicks";

const DAY_MS = 86_400_000;

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
