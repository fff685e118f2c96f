import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { FINDING_DAYS } from "@fairclick/core/clicks/findings";
import { finalVerdicts } from "@fairclick/core/clicks/signal";
import type { BreakdownQuery, SeriesQuery } from "@fairclick/core/clicks/stats";
import { mapEach } from "@fairclick/core/compact";
import type { OwnFinding } from "@fairclick/services/clicks/findings";
import type { Breakdown, Series } from "@fairclick/services/clicks/stats";
import type { WalletSummary } from "@fairclick/services/money/wallet";
import type { ClickSums } from "@fairclick/sql/clicks/figures";

export function presentBreakdown(
  { items, rest, ...breakdown }: Breakdown,
  { dimension }: BreakdownQuery,
) {
  return {
    ...breakdown,
    dimension,
    items: items.map(withSpend),
    rest: withSpend(rest),
  };
}

export function presentSeries(series: Series, { step, timeZone }: SeriesQuery) {
  return { ...series, step, timeZone, points: series.points.map(withSpend) };
}

function withSpend<Row extends { micros: bigint }>(row: Row): Row & { spend: bigint } {
  return { ...row, spend: row.micros };
}

export function presentJudged(sums: ClickSums) {
  return mapEach(finalVerdicts, (verdict) => Number(sums[verdict]));
}

const DAY_MS = 86_400_000;

/** Shows creators what keeps their money waiting, with the figures. */
export function presentReview(finding: OwnFinding) {
  const { campaignId, campaign, clicks, players, usualPlayers, unexplained } = finding;
  return {
    ...{ campaignId, campaign, clicks, players, usualPlayers, unexplained },
    since: finding.fromAt,
    waiting: finding.waitingMicros,
    until: finding.lapses ? new Date(finding.foundAt.getTime() + FINDING_DAYS * DAY_MS) : null,
    appealed: finding.explanation !== null,
  };
}

export function presentSummary({ waiting, reviews, ...wallet }: WalletSummary) {
  const { earningsMicros } = wallet;
  return {
    walletBalance: wallet.walletMicros,
    withdrawableBalance: microsFromCents(wholeCentsFromMicros(earningsMicros - waiting.micros)),
    totalEarnings: wallet.totalEarnedMicros,
    pendingPayouts: wallet.pendingMicros,
    owed: wallet.owedMicros,
    waitingEarnings: waiting.micros,
    waiting: waiting.parts.map(({ micros, ...part }) => ({ ...part, amount: micros })),
    reviews: reviews.map(presentReview),
    unjudgedClicks: wallet.unjudgedMicros,
    heldClicks: wallet.heldMicros,
    judgedUpTo: wallet.judgedUpTo,
  };
}
