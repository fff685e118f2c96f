import { TRIAL_DAYS } from "@fairclick/core/clicks/rule-trials";
import { isFarBelow, medianRate } from "@fairclick/core/conversions/conversions";
import { lastCompleteDay } from "@fairclick/core/conversions/report";
import { countWaitingConversions } from "@fairclick/sql/conversions/conversions";
import { countArrivals, countReturns, lockCounting } from "@fairclick/sql/conversions/players";
import {
  type JoinCounts,
  listJoinCounts,
  replaceJoinRates,
  replaceTrials,
} from "@fairclick/sql/conversions/trials";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

const DAY_MS = 86_400_000;

/**
 * Measures the join rates of all campaigns and the figures of all rules over the last `TRIAL_DAYS` days
 * in which players have had a whole retention day to come back. Does nothing while another worker counts.
 */
export async function measureRules(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  const toDay = lastCompleteDay(1, at);
  const from = new Date(Date.parse(toDay) - (TRIAL_DAYS - 1) * DAY_MS);
  const span = { fromDay: from.toISOString().slice(0, 10), toDay };
  await withTx(
    ctx.db,
    async (tx) => {
      if (!(await lockCounting(tx))) return;
      await replaceJoinRates(tx, { rates: rate(await listJoinCounts(tx, span)), at });
      await replaceTrials(tx, { ...span, at });
    },
    { statementTimeoutMs: 60_000 },
  );
}

/** The median is of campaigns that report players: a genre of silent games would have the median 0. */
function rate(counts: JoinCounts[]) {
  const medians = new Map(
    [...Map.groupBy(counts, ({ genre }) => genre)].map(([genre, own]) => {
      const reporting = own.filter(({ joined }) => joined > 0);
      return [genre, medianRate(reporting.map(({ clicks, joined }) => joined / clicks))];
    }),
  );
  return counts.map(({ campaignId, genre, clicks, joined }) => {
    const genreRate = medians.get(genre) ?? null;
    const isFar = isFarBelow({ clicks, joined }, genreRate);
    return { campaignId, clicks, joined, genreRate, isFarBelow: isFar };
  });
}

const SLICE = 2_000;
/** The next run continues. */
const SLICES_A_RUN = 20;

/**
 * Counts players and their returns under the rules that judged their clicks. Returns how many reports
 * it took; 0 if another worker is counting.
 */
export async function countPlayers(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  let total = 0;
  for (let slice = 0; slice < SLICES_A_RUN; slice += 1) {
    const taken = await withTx(ctx.db, async (tx) => {
      if (!(await lockCounting(tx))) return 0;
      const arrivals = await countArrivals(tx, SLICE);
      return arrivals + (await countReturns(tx, { now: ctx.now(), limit: SLICE }));
    });
    total += taken;
    if (taken === 0) break;
  }
  return total;
}

/** Counts, holds or postpones every conversion of a judged click. Returns how many changed. */
export async function countConversions(ctx: Pick<Ctx, "db">): Promise<number> {
  return withTx(ctx.db, (tx) => countWaitingConversions(tx, null), {
    statementTimeoutMs: 60_000,
  });
}
