import type { CampaignClickFilter } from "@fairclick/core/clicks/campaign-clicks";
import { listCategoryReasons } from "@fairclick/core/clicks/reasons";
import type { CampaignId } from "@fairclick/core/ids";
import {
  type CampaignClickRow,
  type CampaignClicksWanted,
  type ClickPlace,
  listCampaignClicks,
} from "@fairclick/sql/clicks/read-clicks";
import type { Queryable } from "@fairclick/sql/db/client";

const DAY_MS = 86_400_000;
/** No click is older; clocks that run ahead make clicks at most a day newer. */
const EARLIEST_MS = Date.parse("2000-01-01");
/** Max clicks that one statement looks through for those that match. */
const STATEMENT_SCAN = 20_000;

export type ClicksWanted = { wanted: CampaignClicksWanted; from: Date; to: Date };

export function resolveCampaignFilter(
  campaignId: CampaignId,
  filter: CampaignClickFilter,
  now: Date,
): ClicksWanted {
  return {
    wanted: {
      campaignId,
      creatorId: filter.creator ?? null,
      verdict: filter.verdict ?? null,
      reasons: filter.category === undefined ? null : listCategoryReasons(filter.category),
      country: filter.country ?? null,
      device: filter.device ?? null,
    },
    from: new Date(Math.max(EARLIEST_MS, filter.from ? Date.parse(filter.from) : EARLIEST_MS)),
    to: new Date(
      Math.min(
        now.getTime() + DAY_MS,
        filter.to ? Date.parse(filter.to) : Number.POSITIVE_INFINITY,
      ),
    ),
  };
}

type Reading = ClicksWanted & {
  before: ClickPlace | null;
  limit: number;
  /** Max clicks to look through. */
  maxScanned: number;
};

/** `next` is where to continue; null if there are no more clicks. */
export type ClicksRead = { rows: CampaignClickRow[]; next: ClickPlace | null };

/**
 * Reads at most `limit` clicks, newest first. Returns fewer, with a place to continue from, once it
 * has looked through `maxScanned`.
 */
export async function readCampaignClicks(db: Queryable, reading: Reading): Promise<ClicksRead> {
  const { wanted, limit } = reading;
  const { verdict, reasons, country, device } = wanted;
  const isFiltered = [verdict, reasons, country, device].some((condition) => condition !== null);
  const rows: CampaignClickRow[] = [];
  let { before, maxScanned: left } = reading;
  for (const span of listSpans(reading)) {
    for (;;) {
      const missing = limit - rows.length;
      const scanned = Math.min(left, isFiltered ? STATEMENT_SCAN : missing);
      const found = await listCampaignClicks(db, { wanted, span, before, scanned, limit: missing });
      rows.push(...found.filter(({ matches }) => matches));
      const last = found.at(-1);
      if (!last) break;
      before = { clickedAt: last.clickedAt, id: last.id };
      if (rows.length === limit) return { rows, next: before };
      if (!last.isLastScanned) break;
      left -= scanned;
      if (left <= 0) return { rows, next: before };
    }
  }
  return { rows, next: null };
}

/**
 * Divides the time into spans, each twice as long as the one after it: clicks are partitioned by
 * day, and a statement over few days is planned and run much faster.
 */
function* listSpans({ from, to, before }: Pick<Reading, "from" | "to" | "before">) {
  let end = Math.min(to.getTime(), before ? before.clickedAt.getTime() + 1 : Number.MAX_VALUE);
  for (let width = DAY_MS; end > from.getTime(); width *= 2) {
    const start = Math.max(from.getTime(), end - width);
    yield { from: new Date(start), to: new Date(end) };
    end = start;
  }
}
