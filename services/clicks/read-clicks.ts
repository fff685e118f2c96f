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
import { asId, type CampaignId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { countJudged, noClicks, readFigures } from "@fairclick/sql/clicks/figures";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type CampaignClickRow,
  type CampaignClicksWanted,
  isOfCampaign,
  listCampaignClicks,
  listOwnClicks,
  type OwnClickRow,
  type OwnClicksPage,
  type ClickPlace as RowPlace,
} from "@fairclick/sql/clicks/read-clicks";
import type { MovedDays } from "@fairclick/sql/clicks/read-moved-clicks";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import type { Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getOwnLink } from "../campaigns/links";
import { getOwnCampaign } from "../campaigns/read-campaigns";
import { type Ctx, type Page, readPage } from "../context";
import { type ExportPlace, streamThroughFile, withoutFormula, writeCsv } from "../files";
import { type Kept, readKept, readLightly, readMoved, type Since } from "./both-stores";

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
 * Throws `validation` if there are too many for one file, `rate_limited`, and `unavailable` if some of them
 * cannot be read now.
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
    await refuseUnreadable(ctx, clicks);
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

async function refuseTooMany(ctx: Ctx, { wanted, from, to }: ClicksWanted): Promise<void> {
  const period = { from, to };
  const [sums = noClicks] = await readFigures(ctx.db.sql, { scope: wanted, by: [], period });
  if (countJudged(sums) <= MAX_CLICKS) return;
  throw new AppError(
    "validation",
    t`There are more than 1,000,000 clicks in this time. Please export a shorter time.`,
  );
}

async function refuseUnreadable(ctx: Ctx, clicks: ClicksWanted): Promise<void> {
  const { days } = await readKept(ctx.db, async () => null, {});
  const first = { ...clicks, before: null, limit: 1, maxScanned: 1 };
  const { since } = await readMovedClicks(ctx, { ...first, days });
  if (!since) return;
  const day = formatUtcDay(since);
  throw new AppError(
    "unavailable",
    t`Clicks before ${day} cannot be read at the moment. Please export the time from then on, or try again later.`,
  );
}

async function writeClicks(
  ctx: Ctx,
  clicks: ClicksWanted,
  send: (text: string) => Promise<void>,
): Promise<void> {
  await send(writeCsv([HEADINGS]));
  const sendAll = async (read: (before: RowPlace | null) => Promise<ClicksRead>) => {
    let before: RowPlace | null = null;
    do {
      const page: ClicksRead = await read(before);
      await send(writeCsv(page.rows.map(toFields)));
      before = page.next;
    } while (before);
  };
  const page = { ...clicks, limit: PAGE, maxScanned: Number.POSITIVE_INFINITY };
  const { days } = await readKept(
    ctx.db,
    (tx) => sendAll((before) => readCampaignClicks(tx, { ...page, before })),
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
  // Nothing changes clicks that have moved: they need no snapshot.
  await sendAll(async (before) => {
    const { since, ...read } = await readMovedClicks(ctx, { ...page, before, days });
    if (since) throw new AppError("unavailable", "ClickHouse stopped to answer");
    return read;
  });
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
): Promise<Page<CampaignClickRow> & Since & { clickRules: ClickRules }> {
  const { clickRules } = await getOwnCampaign(ctx, id);
  const before = cursor === undefined ? null : readClickCursor(cursor);
  const wanted = resolveCampaignFilter(id, filter, ctx.now());
  const page = { ...wanted, before, limit: limit + 1, maxScanned: PAGE_SCAN };
  const stored = await readKept(ctx.db, (tx) => readCampaignClicks(tx, page), limitedRead);
  const { rows, next, since } = await readOn(ctx, page, stored);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : next;
  return { items, nextCursor: last ? writeClickCursor(last) : null, clickRules, since };
}

/**
 * Lists the clicks of the caller's own link, newest first, from the cursor on. Throws `validation`
 * for a bad cursor.
 */
export async function listClicksOfOwnLink(
  ctx: Ctx,
  { campaignId, cursor, limit, verdict, each }: OwnClicksQuery & { campaignId: CampaignId },
): Promise<Page<OwnClickRow> & Since> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  const before = cursor === undefined ? null : readClickCursor(cursor);
  const groupsSince = each && appealableSince(ctx.now());
  const page = { campaignId, creatorId, verdict: verdict ?? null, groupsSince, before };
  const missing: Since = { since: null };
  const read = async (count: number) => {
    const list = { ...page, limit: count };
    const own = (tx: Queryable) => listOwnClicks(tx, list);
    if (each) return withTx(ctx.db, own, limitedRead);
    const { kept, days } = await readLightly(ctx.db, own);
    const moved = await readMovedOwn(ctx, { ...list, limit: count - kept.length, days });
    missing.since = moved.since;
    return [...kept, ...moved.rows];
  };
  return { ...(await readPage({ limit }, { read, toCursor: writeClickCursor })), ...missing };
}

/** Reads a link's clicks of moved days, newest first. */
export function readMovedOwn(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  { days, ...page }: OwnClicksPage & { days: MovedDays | null },
): Promise<{ rows: OwnClickRow[] } & Since> {
  const { campaignId, creatorId, verdict, before, limit } = page;
  const wanted = isOfCampaign({
    ...{ campaignId, creatorId, verdict, reasons: null, country: null, device: null },
  });
  const span = { from: new Date(EARLIEST_MS), to: ctx.now() };
  return readMoved(ctx, { days, span, wanted, before, limit }, (clicks) =>
    listOwnClicks(ctx.db.sql, page, clicks),
  );
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
      creatorId: filter.creator === undefined ? null : asId<UserId>(filter.creator),
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

/** Reads on in the days that have moved, once Postgres has no more clicks. */
async function readOn(
  ctx: Ctx,
  reading: Reading,
  { kept, days }: Kept<ClicksRead>,
): Promise<ClicksRead & Since> {
  if (kept.next) return { ...kept, since: null };
  const limit = reading.limit - kept.rows.length;
  const { rows, next, since } = await readMovedClicks(ctx, { ...reading, limit, days });
  return { rows: [...kept.rows, ...rows], next, since };
}

async function readMovedClicks(
  ctx: Ctx,
  { wanted, from, to, before, limit, days }: Reading & { days: MovedDays | null },
): Promise<ClicksRead & Since> {
  const page = { span: { from, to }, before, limit };
  const { rows, since } = await readMoved(
    ctx,
    { ...page, days, wanted: isOfCampaign(wanted) },
    (clicks) => listCampaignClicks(ctx.db.sql, { ...page, wanted, scanned: limit }, clicks),
  );
  return { rows, next: rows.length === limit ? (rows.at(-1) ?? null) : null, since };
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
