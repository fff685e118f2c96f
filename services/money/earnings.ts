import { decimalFromMicros } from "@fairclick/core/amounts";
import type { UserId } from "@fairclick/core/ids";
import type { EarningsQuery } from "@fairclick/core/money/earnings";
import { findWait, type Wait, type WaitReason } from "@fairclick/core/money/lots";
import type { ReasonCountRow } from "@fairclick/sql/campaigns/click-counts";
import { sumUnderReview } from "@fairclick/sql/clicks/findings";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import type { Queryable } from "@fairclick/sql/db/client";
import {
  type CampaignEarningsRow,
  findFirstJudged,
  type JudgedCounts,
  listCampaignDays,
  listCampaignEarnings,
  listDoubtfulLots,
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

const HOUR_MS = 60 * 60 * 1_000;

export type DepositHold = { depositHoldHours: number };

type Owner = { userId: UserId } & DepositHold;

/** An amount that cannot be withdrawn yet. `at` is null while no date is known. */
export type WaitingPart = { reason: WaitReason; at: Date | null; micros: bigint };

export type WaitingEarnings = {
  micros: bigint;
  /** By reason and hour, earliest first; parts without a date last. */
  parts: WaitingPart[];
};

/**
 * Returns how much of a user's earnings cannot be withdrawn yet, because the deposits that they came
 * from are too new or disputed, or because an operator reviews the links that earned them. Each part
 * shows the latest time of its hour, so that no money arrives later than shown. Money that waits for both
 * a deposit and a review is counted once, with the deposit.
 */
export async function findWaitingEarnings(
  db: Queryable,
  now: Date,
  { userId, depositHoldHours }: Owner,
): Promise<WaitingEarnings> {
  const after = new Date(now.getTime() - depositHoldHours * HOUR_MS);
  const parts = new Map<string, WaitingPart>();
  let micros = 0n;
  for (const lot of await listDoubtfulLots(db, { userId, after, now })) {
    const wait = findWait(lot, now, depositHoldHours);
    if (!wait) continue;
    micros += lot.micros;
    const key = `${wait.reason} ${wait.at ? Math.floor(wait.at.getTime() / HOUR_MS) : ""}`;
    const known = parts.get(key);
    parts.set(key, {
      reason: wait.reason,
      at: laterTime(known?.at ?? null, wait.at),
      micros: (known?.micros ?? 0n) + lot.micros,
    });
  }
  const reviewedMicros = await sumUnderReview(db, userId);
  if (reviewedMicros > micros) {
    parts.set("link_review", { reason: "link_review", at: null, micros: reviewedMicros - micros });
    micros = reviewedMicros;
  }
  return { micros, parts: [...parts.values()].sort(byTime) };
}

function laterTime(one: Date | null, other: Wait["at"]): Date | null {
  return one && other && one > other ? one : other;
}

function byTime(a: WaitingPart, b: WaitingPart): number {
  return (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity);
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
