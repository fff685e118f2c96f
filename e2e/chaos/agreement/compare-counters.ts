import type { Db } from "@fairclick/sql/db/client";
import type { Compare } from "./comparison";
import { ALL_LINKS, type LinkIds, type NameLink } from "./names";
import { sumClicks, tally, toFigures } from "./tally";
import type { Click, Truth } from "./truth";

type Counted = LinkIds & {
  valid: bigint;
  invalid: bigint;
  held: bigint;
  unpaid: bigint;
  micros: bigint;
};

const QUARTER_MS = 900_000;

/** Compares every click counter, row by row. */
export async function compareCounters(
  { sql }: Db,
  { truth, nameLink, compare }: { truth: Truth; nameLink: NameLink; compare: Compare },
): Promise<void> {
  const check = (
    table: string,
    rows: readonly (readonly [string, object])[],
    toNames: (click: Click) => readonly string[],
  ) => compare(table, toFigures(rows), toFigures(tally(truth.clicks, toNames)));
  const withCampaign = (click: Click) => [
    nameLink(click),
    nameLink({ ...click, creatorId: ALL_LINKS }),
  ];
  const counts = sql`campaign_id as "campaignId", creator_id as "creatorId", valid, invalid, held, unpaid, paid_micros as micros`;

  const totals = await sql<Counted[]>`select ${counts} from link_outcomes`;
  check(
    "link_outcomes",
    totals.map((row) => [nameLink(row), pickSums(row)]),
    (click) => [nameLink(click)],
  );
  const quarters = await sql<(Counted & { at: Date })[]>`
    select starts_at as at, ${counts} from click_quarters`;
  check(
    "click_quarters",
    quarters.map((row) => [`${nameLink(row)}, ${moment(row.at)}`, pickSums(row)]),
    (click) => {
      const quarter = moment(click.at, QUARTER_MS);
      return withCampaign(click).map((link) => `${link}, ${quarter}`);
    },
  );
  const days = await sql<(Counted & { day: string; dimension: string; value: string })[]>`
    select day::text as day, dimension, value, ${counts} from click_days`;
  check(
    "click_days",
    days.map((row) => [
      `${nameLink(row)}, ${row.day}, ${row.dimension} ${row.value}`,
      pickSums(row),
    ]),
    (click) => {
      const day = click.at.toISOString().slice(0, 10);
      const words = listDimensions(click);
      return withCampaign(click).flatMap((link) => words.map((word) => `${link}, ${day}, ${word}`));
    },
  );
  const settled = await sql<{ clicks: bigint; valid: bigint; micros: bigint }[]>`
    select sum(clicks)::bigint as clicks, sum(valid)::bigint as valid, sum(paid_micros)::bigint as micros
    from settlements`;
  const { valid, micros } = sumClicks(truth.clicks);
  compare("settlements", { ...settled[0] }, { clicks: truth.clicks.length, valid, micros });
}

function pickSums({ valid, invalid, held, unpaid, micros }: Counted) {
  return { valid, invalid, held, unpaid, micros };
}

function listDimensions({ country, device, browser, referrer, reason }: Click): string[] {
  const words = [
    `country ${country ?? "unknown"}`,
    `device ${device ?? "unknown"}`,
    `browser ${browser ?? "unknown"}`,
    `referrer ${referrer ?? "direct"}`,
  ];
  return reason === null ? words : [...words, `reason ${reason}`];
}

function moment(at: Date, stepMs = 1): string {
  return new Date(Math.floor(at.getTime() / stepMs) * stepMs).toISOString();
}
