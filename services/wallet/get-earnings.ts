import type { ReasonCountRow } from "@fairclick/sql/click-counts";
import {
  type CampaignEarningsRow,
  type DayRow,
  listCampaignEarnings,
  listEarningDays,
  listEarningReasons,
} from "@fairclick/sql/earnings";
import { findJudgedUpTo } from "@fairclick/sql/judged-up-to";
import { requireUser } from "../actor";
import type { Ctx } from "../context";

const DAY_MS = 86_400_000;
const MOST_CAMPAIGNS = 200;

export type Earnings = {
  judgedUpTo: Date | null;
  /** A day each, oldest first, those without clicks too. */
  days: DayRow[];
  campaigns: CampaignEarningsRow[];
  reasons: ReasonCountRow[];
};

const nothing = { valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, paidMicros: 0n };

/** The last so many UTC days of the signed-in user's clicks as a creator, today included. */
export async function getEarnings(ctx: Ctx, { days }: { days: number }): Promise<Earnings> {
  const userId = requireUser(ctx);
  const today = Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS;
  const from = new Date(today - (days - 1) * DAY_MS);
  const span = { userId, from };
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [rows, campaigns, reasons] = await Promise.all([
    listEarningDays(ctx.db.sql, span),
    listCampaignEarnings(ctx.db.sql, { ...span, limit: MOST_CAMPAIGNS }),
    listEarningReasons(ctx.db.sql, span),
  ]);
  const counted = new Map(rows.map((row) => [row.day.getTime(), row]));
  const all = Array.from({ length: days }, (_, n) => {
    const day = from.getTime() + n * DAY_MS;
    return counted.get(day) ?? { day: new Date(day), ...nothing };
  });
  return { judgedUpTo, days: all, campaigns, reasons };
}
