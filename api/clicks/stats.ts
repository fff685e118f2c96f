import { dollarsFromMicros, microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import type {
  BreakdownQuery,
  BreakdownResponse,
  SeriesQuery,
  SeriesResponse,
} from "@fairclick/core/clicks/stats";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { booksResponseSchema } from "@fairclick/core/money/ledger";
import { type Breakdown, type Series, verifyStats } from "@fairclick/services/clicks/stats";
import type { WalletSummary } from "@fairclick/services/money/wallet";
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

type Counts = Omit<Breakdown["rows"][number], "value">;

const none: Counts = { valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, spentMicros: 0n };

export function presentBreakdown(
  { from, to, judgedUpTo, rows }: Breakdown,
  { dimension }: BreakdownQuery,
): BreakdownResponse {
  return {
    dimension,
    from: from.toISOString(),
    to: to.toISOString(),
    judgedUpTo: judgedUpTo?.toISOString() ?? null,
    items: rows.flatMap(({ value, ...counts }) =>
      value === null ? [] : [{ value, ...presentCounts(counts) }],
    ),
    rest: presentCounts(rows.find(({ value }) => value === null) ?? none),
  };
}

function presentCounts({ valid, invalid, held, unpaid, spentMicros }: Counts) {
  return {
    valid: Number(valid),
    invalid: Number(invalid),
    held: Number(held),
    unpaid: Number(unpaid),
    spend: dollarsFromMicros(spentMicros),
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
    points: points.map(({ at, spentMicros, ...counts }) => ({
      at: at.toISOString(),
      valid: Number(counts.valid),
      invalid: Number(counts.invalid),
      held: Number(counts.held),
      unpaid: Number(counts.unpaid),
      pending: Number(counts.pending),
      spend: dollarsFromMicros(spentMicros),
      impressions: Number(counts.impressions),
      conversions: Number(counts.conversions),
    })),
  };
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
