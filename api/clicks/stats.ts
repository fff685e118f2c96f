import { dollarsFromMicros, microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { finalVerdicts } from "@fairclick/core/clicks/signal";
import type {
  BreakdownQuery,
  BreakdownResponse,
  SeriesQuery,
  SeriesResponse,
} from "@fairclick/core/clicks/stats";
import { mapEach } from "@fairclick/core/compact";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { booksResponseSchema } from "@fairclick/core/money/ledger";
import { type Breakdown, type Series, verifyStats } from "@fairclick/services/clicks/stats";
import type { WalletSummary } from "@fairclick/services/money/wallet";
import type { ClickSums } from "@fairclick/sql/clicks/figures";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const statsRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/verify",
    access: "operator:stats:read",
    summary: "Verify that the statistics match the clicks",
    responses: { 200: jsonResponse(booksResponseSchema, "Every check, with its differences") },
  }),
  async (c) => {
    c.env.waitForAnswer?.();
    return ok(c, { data: await verifyStats(c.var.ctx) });
  },
);

export function presentBreakdown(
  { from, to, judgedUpTo, items, rest }: Breakdown,
  { dimension }: BreakdownQuery,
): BreakdownResponse {
  return {
    dimension,
    from: from.toISOString(),
    to: to.toISOString(),
    judgedUpTo: judgedUpTo?.toISOString() ?? null,
    items: items.map(({ value, ...sums }) => ({ value, ...presentSpend(sums) })),
    rest: presentSpend(rest),
  };
}

export function presentSeries(
  { judgedUpTo, points }: Series,
  { step, timeZone }: SeriesQuery,
): SeriesResponse {
  return {
    step,
    timeZone,
    judgedUpTo: judgedUpTo?.toISOString() ?? null,
    points: points.map((point) => ({
      at: point.at.toISOString(),
      ...presentSpend(point),
      pending: Number(point.pending),
      impressions: Number(point.impressions),
      conversions: Number(point.conversions),
    })),
  };
}

function presentSpend(sums: ClickSums) {
  return { ...presentJudged(sums), spend: dollarsFromMicros(sums.micros) };
}

/** Returns the clicks per verdict. */
export function presentJudged(sums: ClickSums) {
  return mapEach(finalVerdicts, (verdict) => Number(sums[verdict]));
}

export function presentSummary(wallet: WalletSummary): WalletSummaryResponse {
  const withdrawableMicros = microsFromCents(
    wholeCentsFromMicros(wallet.earningsMicros - wallet.waiting.micros),
  );
  return {
    walletBalance: dollarsFromMicros(wallet.walletMicros),
    withdrawableBalance: dollarsFromMicros(withdrawableMicros),
    totalEarnings: dollarsFromMicros(wallet.totalEarnedMicros),
    pendingPayouts: dollarsFromMicros(wallet.pendingMicros),
    owed: dollarsFromMicros(wallet.owedMicros),
    waitingEarnings: dollarsFromMicros(wallet.waiting.micros),
    waiting: wallet.waiting.parts.map(({ at, reason, micros }) => ({
      at: at?.toISOString() ?? null,
      reason,
      amount: dollarsFromMicros(micros),
    })),
    unjudgedClicks: dollarsFromMicros(wallet.unjudgedMicros),
    heldClicks: dollarsFromMicros(wallet.heldMicros),
    judgedUpTo: wallet.judgedUpTo?.toISOString() ?? null,
  };
}
