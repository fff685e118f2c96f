import { decimalFromMicros, dollarsFromMicros } from "@fairclick/core/amounts";
import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import { findNetworkKind } from "@fairclick/core/clicks/address-evidence";
import { appealableSince } from "@fairclick/core/clicks/appeals";
import type {
  CampaignClick,
  CampaignClickFilter,
  CampaignClicksQuery,
  OwnClicksQuery,
} from "@fairclick/core/clicks/campaign-clicks";
import { describeCategory, listCategoryReasons } from "@fairclick/core/clicks/reasons";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type CampaignClickRow,
  type CampaignClicksWanted,
  countCampaignClicks,
  listCampaignClicks,
  listOwnClicks,
  type OwnClickRow,
  type ClickPlace as RowPlace,
} from "@fairclick/sql/clicks/read-clicks";
import type { Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../campaigns/links";
import { getOwnCampaign } from "../campaigns/read-campaigns";
import { type Ctx, type Page, readPage } from "../context";
import { type ExportPlace, streamThroughFile, withoutFormula, writeCsv } from "../files";

type ClickPlace = { id: string; clickedAt: Date };

function writeClickCursor({ id, clickedAt }: ClickPlace): string {
  return `${clickedAt.getTime()}.${id}`;
}

/** Throws `validation` for a bad cursor. */
function readClickCursor(cursor: string): ClickPlace {
  const [at = "", id = ""] = cursor.split(".");
  if (!/^\d{1,15}$/.test(at) || !isUuid(id)) {
    throw new AppError("validation", t`This page does not exist.`);
  }
  return { id, clickedAt: new Date(Number(at)) };
}

/** Describes a click to its campaign's developer: never the evidence, the address or the device. */
export function describeCampaignClick(row: CampaignClickRow): CampaignClick {
  const { id, creatorId, creator, verdict, country, device, referrer } = row;
  const { transactionId, reversalId, objection } = row;
  return {
    id,
    clickedAt: row.clickedAt.toISOString(),
    creatorId,
    creator,
    verdict,
    category: describeCategory(row),
    country,
    device,
    network: findNetworkKind(row),
    referrer,
    price: dollarsFromMicros(row.paidMicros),
    fee: dollarsFromMicros(row.feeMicros),
    transactionId,
    reversalId,
    objection,
  };
}

/** Max clicks of the exported time, whether or not they match the filter. */
const MAX_CLICKS = 1_000_000;
const PAGE = 2_000;
const TIMEOUT_MS = 600_000;
const HEADINGS = [
  ...["time", "id", "creator", "creator_id", "verdict", "category", "country", "device"],
  ...["network", "referrer", "price", "fee", "transaction", "reversal", "objection"],
];

type Export = CampaignClickFilter & {
  id: CampaignId;
  openPlace: () => ExportPlace;
};

/**
 * Exports the clicks of the caller's own campaign that match, newest first, from one snapshot.
 * Throws `validation` if there are too many for one file, and `rate_limited`.
 */
export async function exportCampaignClicks(
  ctx: Ctx,
  { id, openPlace, ...filter }: Export,
): Promise<ReadableStream<Uint8Array>> {
  await getOwnCampaign(ctx, id);
  const clicks = resolveCampaignFilter(id, filter, ctx.now());
  const place = openPlace();
  const onEnd = (failure: unknown) => {
    place.free();
    if (failure) ctx.log.warn({ err: failure, campaignId: id }, "an export of clicks has failed");
  };
  try {
    await refuseTooMany(ctx, clicks);
    return await streamThroughFile((send) => writeClicks(ctx, clicks, send), {
      place,
      timeoutMs: TIMEOUT_MS,
      onEnd,
    });
  } catch (error) {
    place.free();
    throw error;
  }
}

async function refuseTooMany({ db }: Ctx, { wanted, from, to }: ClicksWanted): Promise<void> {
  const count = await countCampaignClicks(db.sql, {
    wanted,
    span: { from, to },
    limit: MAX_CLICKS + 1,
  });
  if (count <= MAX_CLICKS) return;
  throw new AppError(
    "validation",
    t`There are more than 1,000,000 clicks in this time. Please export a shorter time.`,
  );
}

async function writeClicks(
  { db }: Ctx,
  clicks: ClicksWanted,
  send: (text: string) => Promise<void>,
): Promise<void> {
  await send(writeCsv([HEADINGS]));
  await withTx(
    db,
    async (tx) => {
      let before: RowPlace | null = null;
      do {
        const page = await readCampaignClicks(tx, {
          ...{ ...clicks, before },
          ...{ limit: PAGE, maxScanned: Number.POSITIVE_INFINITY },
        });
        await send(writeCsv(page.rows.map(toFields)));
        before = page.next;
      } while (before);
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
}

function toFields(row: CampaignClickRow): string[] {
  const click = describeCampaignClick(row);
  return [
    ...[click.clickedAt, click.id, withoutFormula(click.creator), click.creatorId],
    ...[click.verdict, click.category ?? "", click.country, click.device],
    ...[click.network, withoutFormula(click.referrer)],
    ...[
      decimalFromMicros(row.paidMicros),
      decimalFromMicros(row.feeMicros),
      click.transactionId ?? "",
      click.reversalId ?? "",
      click.objection ?? "",
    ],
  ];
}

const DEFAULT_LIMIT = 50;
/** Max clicks that a page looks through. */
const PAGE_SCAN = 100_000;

/**
 * Lists the clicks of the caller's own campaign, newest first. A page can have fewer clicks than
 * `limit`, or none, and still a next page: one page looks through a limited number of clicks for
 * those that match. Throws `validation` for a bad cursor.
 */
export async function listClicksOfOwnCampaign(
  ctx: Ctx,
  { id, cursor, limit = DEFAULT_LIMIT, ...filter }: CampaignClicksQuery & { id: CampaignId },
): Promise<Page<CampaignClickRow> & { clickRules: ClickRules }> {
  const { clickRules } = await getOwnCampaign(ctx, id);
  const before = cursor === undefined ? null : readClickCursor(cursor);
  const wanted = resolveCampaignFilter(id, filter, ctx.now());
  const { rows, next } = await withTx(
    ctx.db,
    (tx) => readCampaignClicks(tx, { ...wanted, before, limit: limit + 1, maxScanned: PAGE_SCAN }),
    limitedRead,
  );
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : next;
  return { items, nextCursor: last ? writeClickCursor(last) : null, clickRules };
}

/**
 * Lists the clicks of the caller's own link, newest first, from the cursor on. Throws `validation`
 * for a bad cursor.
 */
export async function listClicksOfOwnLink(
  ctx: Ctx,
  { campaignId, cursor, limit, verdict, each }: OwnClicksQuery & { campaignId: CampaignId },
): Promise<Page<OwnClickRow>> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  const before = cursor === undefined ? null : readClickCursor(cursor);
  const groupsSince = each && appealableSince(ctx.now());
  const page = { campaignId, creatorId, verdict: verdict ?? null, groupsSince, before };
  const read = (db: Queryable) =>
    readPage(
      { limit },
      { read: (count) => listOwnClicks(db, { ...page, limit: count }), toCursor: writeClickCursor },
    );
  return each ? withTx(ctx.db, read, limitedRead) : read(ctx.db.sql);
}

const DAY_MS = 86_400_000;
/** No click is older; clocks that run ahead make clicks at most a day newer. */
const EARLIEST_MS = Date.parse("2000-01-01");
/** Max clicks that one statement looks through for those that match. */
const STATEMENT_SCAN = 20_000;

type ClicksWanted = { wanted: CampaignClicksWanted; from: Date; to: Date };

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
  before: RowPlace | null;
  limit: number;
  /** Max clicks to look through. */
  maxScanned: number;
};

/** `next` is where to continue; null if there are no more clicks. */
export type ClicksRead = { rows: CampaignClickRow[]; next: RowPlace | null };

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
