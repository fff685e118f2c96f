import type {
  BreakdownQuery,
  OwnDaysQuery,
  SeriesQuery,
  SeriesStep,
} from "@fairclick/core/clicks/stats";
import type { CampaignId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { sumPending } from "@fairclick/sql/campaigns/click-counts";
import type { LinkRow } from "@fairclick/sql/campaigns/links";
import type { Dimension } from "@fairclick/sql/clicks/counters";
import {
  type ClickScope,
  type ClickSums,
  countJudged,
  type FigureRow,
  listEnds,
  noClicks,
  readFigures,
  readMovedFigures,
  readReasons,
  readStepCounts,
  type StepCounts,
  sumFigures,
} from "@fairclick/sql/clicks/figures";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import type { Db } from "@fairclick/sql/db/client";
import { getOwnLink } from "../campaigns/links";
import { type CampaignView, campaignNotFound, getOwnCampaign } from "../campaigns/read-campaigns";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { type Kept, readLightly, unlessAway } from "./both-stores";

type Stats = {
  /** What the pending clicks would cost the campaign, or pay the creator. */
  pendingMicros: bigint;
  reasons: FigureRow<"value">[];
  judgedUpTo: Date | null;
};

/** Returns clicks per verdict and amounts of the caller's own campaign. */
export async function getCampaignStats(
  ctx: Ctx,
  campaignId: CampaignId,
): Promise<Stats & { campaign: CampaignView }> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const campaign = await getOwnCampaign(ctx, campaignId);
  const scope = { campaignId, creatorId: null };
  const reasons = await readReasons(ctx.db.sql, { scope });
  const pendingMicros = await sumPending(ctx.db.sql, scope);
  return { campaign, pendingMicros, reasons, judgedUpTo };
}

/** Returns clicks per verdict and amounts of the caller's own link. */
export async function getLinkStats(
  ctx: Ctx,
  campaignId: CampaignId,
): Promise<Stats & { link: LinkRow }> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  if (!(await findCampaign(ctx.db.sql, campaignId))) throw campaignNotFound();
  const link = await getOwnLink(ctx, campaignId);
  const scope = { campaignId, creatorId: link.creatorId };
  const pendingMicros = await sumPending(ctx.db.sql, scope);
  const reasons = await readReasons(ctx.db.sql, { scope });
  return { link, pendingMicros, reasons, judgedUpTo };
}

export async function findCampaignScope(ctx: Ctx, campaignId: CampaignId): Promise<ClickScope> {
  const { id } = await getOwnCampaign(ctx, campaignId);
  return { campaignId: id, creatorId: null };
}

/** Scope of the clicks of the caller's own link. Throws `not_found`. */
export async function findLinkScope(ctx: Ctx, campaignId: CampaignId): Promise<ClickScope> {
  const { creatorId } = await getOwnLink(ctx, campaignId);
  return { campaignId, creatorId };
}

export type OwnDays = {
  /** Calendar days, oldest first. */
  days: string[];
  campaigns: { id: CampaignId; valid: number[] }[];
};

/** Returns valid clicks per day of each of the caller's campaigns; campaigns without any are left out. */
export async function listOwnDays(ctx: Ctx, query: OwnDaysQuery): Promise<OwnDays> {
  const developerId = requireUser(ctx);
  const { names: days, steps } = listLastDays(ctx.now(), query);
  const rows = await readFigures(ctx.db.sql, {
    scope: { developerIds: [developerId] },
    by: ["campaignId", "step"],
    period: { steps },
  });
  const byCampaign = Map.groupBy(
    rows.filter(({ valid }) => valid > 0n),
    ({ campaignId }) => campaignId,
  );
  return {
    days,
    campaigns: [...byCampaign].map(([id, own]) => {
      const valid = days.map(() => 0);
      for (const row of own) valid[row.step] = Number(row.valid);
      return { id, valid };
    }),
  };
}

/**
 * Returns the start of each step, oldest first, and the end of the last. Days are calendar days:
 * they have 23 or 25 hours where clocks change.
 */
export function listSteps({ from, to, step, timeZone }: SeriesQuery): Date[] {
  const end = Date.parse(to);
  let at = startOfStep(Temporal.Instant.from(from).toZonedDateTimeISO(timeZone), step);
  const steps = [at];
  while (at.epochMilliseconds < end) {
    const next = at.add(step === "day" ? { days: 1 } : { hours: 1 });
    at = step === "day" ? next.startOfDay() : next;
    steps.push(at);
  }
  return steps.map(({ epochMilliseconds }) => new Date(epochMilliseconds));
}

function startOfStep(at: Temporal.ZonedDateTime, step: SeriesStep): Temporal.ZonedDateTime {
  return step === "day"
    ? at.startOfDay()
    : at.round({ smallestUnit: "hour", roundingMode: "floor" });
}

type Days = {
  /** Calendar dates such as `2026-11-21`, oldest first. */
  names: string[];
  /** The start of each day, and the end of the last. */
  steps: Date[];
};

type Time = { from: Date; to: Date; timeZone: string };

/** Returns the calendar days from the one of `from` to the one of `to`, in the time zone. */
export function listDays({ from, to, timeZone }: Time): Days {
  const after = new Date(to.getTime() + 1).toISOString();
  const steps = listSteps({ from: from.toISOString(), to: after, step: "day", timeZone });
  const names = steps.slice(0, -1).map((at) => inZone(at, timeZone).toPlainDate().toString());
  return { names, steps };
}

/** Returns the last `days` calendar days, including today. */
export function listLastDays(now: Date, { days, timeZone }: { days: number; timeZone: string }) {
  const from = inZone(now, timeZone).subtract({ days: days - 1 });
  return listDays({ from: new Date(from.epochMilliseconds), to: now, timeZone });
}

function inZone(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

export type Breakdown = {
  from: Date;
  to: Date;
  judgedUpTo: Date | null;
  /** Most clicks first. */
  items: FigureRow<"value">[];
  /** All other values. */
  rest: ClickSums;
};

type Asked = { scope: ClickScope; query: BreakdownQuery; now?: Date };

/** Counts judged clicks per value of a dimension. The caller has checked access. */
export async function readBreakdown(
  db: Db,
  { scope, query, now = new Date() }: Asked,
): Promise<Breakdown> {
  const steps = listSteps(query);
  const [from = new Date(query.from), to = from] = [steps[0], steps.at(-1)];
  const judgedUpTo = await findJudgedUpTo(db.sql);
  const { dimension, limit } = query;
  const period = { from, to };
  const asked = { scope, by: ["value"], dimensions: [dimension], period, now } as const;
  const { kept, days } = await readLightly(db, (own) => readFigures(own, asked));
  const { rows: moved, ...read } = await readEnds(db, { ...period, scope, dimension, days });
  const values = Map.groupBy([...kept, ...moved], ({ value }) => value);
  const rows = [...values].map(([value, same]) => ({ value, ...sumFigures(same) }));
  rows.sort((a, b) => Number(countJudged(b) - countJudged(a)));
  const rest = sumFigures(rows.slice(limit));
  return { ...read, judgedUpTo, items: rows.slice(0, limit), rest };
}

type Ends = { from: Date; to: Date; scope: ClickScope; dimension: Dimension } & Pick<
  Kept<unknown>,
  "days"
>;

/**
 * Counts the clicks of moved days at the ends of the period; of whole days Postgres has the counters. While
 * they cannot be read, the period is shorter.
 */
async function readEnds(db: Db, { from, to, scope, dimension, days }: Ends) {
  const read = { from, to, rows: [] as FigureRow<"value">[] };
  const { clickhouse } = db;
  if (!clickhouse || !days) return read;
  for (const end of listEnds({ from, to }).filter((end) => end.from < days.before)) {
    const counted = readMovedFigures(clickhouse, { scope, dimension, end, days });
    const rows = await unlessAway({}, counted);
    if (rows) read.rows.push(...rows);
    else if (end.from === from) read.from = end.to;
    else read.to = end.from;
  }
  return read;
}

export type SeriesPoint = ClickSums & StepCounts & { at: Date };
export type Series = { judgedUpTo: Date | null; points: SeriesPoint[] };

/**
 * Returns clicks per verdict, impressions and conversions, one point per step. The caller has
 * checked access.
 */
export async function readSeries(
  db: Db,
  { scope, query }: { scope: ClickScope; query: SeriesQuery },
): Promise<Series> {
  const steps = listSteps(query);
  const judgedUpTo = await findJudgedUpTo(db.sql);
  const [rows, { pending, impressions, conversions }] = await Promise.all([
    readFigures(db.sql, { scope, by: ["step"], period: { steps } }),
    readStepCounts(db.sql, { ...scope, steps }),
  ]);
  const judged = new Map(rows.map(({ step, ...sums }) => [step, sums]));
  const points = steps.slice(0, -1).map((at, step) => ({
    at,
    ...(judged.get(step) ?? noClicks),
    pending: pending.get(step) ?? 0n,
    impressions: impressions.get(step) ?? 0n,
    conversions: conversions.get(step) ?? 0n,
  }));
  return { judgedUpTo, points };
}
