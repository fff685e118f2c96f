import { decimalFromMicros } from "@fairclick/core/amounts";
import type { EarningsQuery } from "@fairclick/core/money/earnings";
import {
  type ClickSums,
  type FigureRow,
  noClicks,
  readFigures,
  readReasons,
} from "@fairclick/sql/clicks/figures";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import {
  type CampaignEarningsRow,
  findFirstJudged,
  listCampaignEarnings,
} from "@fairclick/sql/money/earnings";
import { requireUser } from "../changes";
import { listDays, listLastDays } from "../clicks/stats";
import type { Ctx } from "../context";
import { withoutFormula, writeCsv } from "../files";

const MAX_CAMPAIGNS = 200;

export type Earnings = {
  timeZone: string;
  judgedUpTo: Date | null;
  /** One entry per day, oldest first, including days without clicks. */
  days: (ClickSums & { name: string })[];
  campaigns: CampaignEarningsRow[];
  reasons: FigureRow<"value">[];
};

/** Returns the user's clicks as a creator per day, for the last `query.days` days including today. */
export async function getEarnings(ctx: Ctx, query: EarningsQuery): Promise<Earnings> {
  const userId = requireUser(ctx);
  const now = ctx.now();
  const { names, steps } = listLastDays(now, query);
  const scope = { creatorIds: [userId] };
  const from = steps[0] ?? now;
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [rows, campaigns, reasons] = await Promise.all([
    readFigures(ctx.db.sql, { scope, by: ["step"], period: { steps } }),
    listCampaignEarnings(ctx.db.sql, { userId, from, limit: MAX_CAMPAIGNS }),
    readReasons(ctx.db.sql, { scope, period: { from } }),
  ]);
  const counted = new Map(rows.map(({ step, ...sums }) => [step, sums]));
  const days = names.map((name, day) => ({ name, ...(counted.get(day) ?? noClicks) }));
  return { timeZone: query.timeZone, judgedUpTo, days, campaigns, reasons };
}

const HEADINGS = ["day", "campaign", "valid", "refused", "held", "unpaid", "earned"];

/**
 * Exports earnings as CSV: one line per campaign and day of the time zone, oldest first, in exact
 * dollars.
 */
export async function exportEarnings(
  ctx: Ctx,
  { timeZone }: { timeZone: string },
): Promise<string> {
  const userId = requireUser(ctx);
  const from = await findFirstJudged(ctx.db.sql, userId);
  if (!from) return writeCsv([HEADINGS]);
  const { names, steps } = listDays({ from, to: ctx.now(), timeZone });
  const rows = await readFigures(ctx.db.sql, {
    scope: { creatorIds: [userId] },
    by: ["step", "campaignName", "campaignId"],
    period: { steps },
  });
  const lines = rows.map(({ step, campaignName, valid, invalid, held, unpaid, micros }) => [
    names[step] ?? "",
    withoutFormula(campaignName),
    ...[valid, invalid, held, unpaid].map(String),
    decimalFromMicros(micros),
  ]);
  return writeCsv([HEADINGS, ...lines]);
}
