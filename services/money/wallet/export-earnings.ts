import { decimalFromMicros } from "@fairclick/core/amounts";
import { findFirstJudged, listCampaignDays } from "@fairclick/sql/money/earnings";
import { requireUser } from "../../actor";
import { listDays } from "../../clicks/stats/list-steps";
import type { Ctx } from "../../context";
import { withoutFormula, writeCsv } from "./write-csv";

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
