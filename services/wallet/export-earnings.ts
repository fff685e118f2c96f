import { decimalFromMicros } from "@fairclick/core/money";
import { listCampaignDays } from "@fairclick/sql/earnings";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { withoutFormula, writeCsv } from "./write-csv";

const HEADINGS = ["day", "campaign", "valid", "refused", "held", "unpaid", "earned"];

/** A line a UTC day and campaign, oldest first, with exact dollars. */
export async function exportEarnings(ctx: Ctx): Promise<string> {
  const rows = await listCampaignDays(ctx.db.sql, requireUser(ctx));
  const lines = rows.map(({ day, campaign, valid, invalid, held, unpaid, paidMicros }) => [
    day.toISOString().slice(0, 10),
    withoutFormula(campaign),
    ...[valid, invalid, held, unpaid].map(String),
    decimalFromMicros(paidMicros),
  ]);
  return writeCsv([HEADINGS, ...lines]);
}
