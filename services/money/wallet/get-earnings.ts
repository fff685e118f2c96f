import type { EarningsQuery } from "@fairclick/core/money/earnings";
import type { ReasonCountRow } from "@fairclick/sql/clicks/click-counts";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import {
  type CampaignEarningsRow,
  type JudgedCounts,
  listCampaignEarnings,
  listEarningDays,
  listEarningReasons,
} from "@fairclick/sql/money/earnings";
import { requireUser } from "../../actor";
import { listLastDays } from "../../clicks/stats/list-steps";
import type { Ctx } from "../../context";

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
