import { decimalFromMicros } from "@fairclick/core/amounts";
import type { EarningsQuery } from "@fairclick/core/money/earnings";
import type { ReasonCountRow } from "@fairclick/sql/campaigns/click-counts";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import {
  type CampaignEarningsRow,
  findFirstJudged,
  type JudgedCounts,
  listCampaignDays,
  listCampaignEarnings,
  listEarningDays,
  listEarningReasons,
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
  days: (JudgedCounts & { name: string })[];
  campaigns: CampaignEarningsRow[];
  reasons: ReasonCountRow[];
};

const nothing = { valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, paidMicros: 0n };

/** Returns the user's clicks as a creator per day, for the last `query.days` days including today. */
export async function getEarnings(ctx: Ctx, query: EarningsQuery): Promise<Earnings> {
  const userId = requireUser(ctx);
  const now = ctx.now();
  const { names, steps } = listLastDays(now, query);
  const since = { userId, from: steps[0] ?? now };
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [rows, campaigns, reasons] = await Promise.all([
    listEarningDays(ctx.db.sql, { userId, steps }),
    listCampaignEarnings(ctx.db.sql, { ...since, limit: MAX_CAMPAIGNS }),
    listEarningReasons(ctx.db.sql, since),
  ]);
  const counted = new Map(rows.map(({ day, ...counts }) => [day, counts]));
  const days = names.map((name, day) => ({ name, ...(counted.get(day) ?? nothing) }));
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
  const rows = await listCampaignDays(ctx.db.sql, { userId, steps });
  const lines = rows.map(({ day, campaign, valid, invalid, held, unpaid, paidMicros }) => [
    names[day] ?? "",
    withoutFormula(campaign),
    ...[valid, invalid, held, unpaid].map(String),
    decimalFromMicros(paidMicros),
  ]);
  return writeCsv([HEADINGS, ...lines]);
}
