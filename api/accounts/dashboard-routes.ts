import { dashboardResponseSchema } from "@fairclick/core/accounts/account";
import { dollarsFromMicros } from "@fairclick/core/amounts";
import { getDashboard } from "@fairclick/services/money/dashboard";
import { defineRoute, jsonResponse, newRouter } from "../define-route";

export const userRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/dashboard",
    access: "user",
    keyScope: "read",
    summary: "Get a creator's totals",
    responses: {
      200: jsonResponse(dashboardResponseSchema, "Earnings, clicks, links and pending payouts"),
    },
  }),
  async (c) => {
    const totals = await getDashboard(c.var.ctx, c.var.deps.config);
    return c.json(
      {
        stats: {
          totalEarnings: dollarsFromMicros(totals.totalEarnedMicros),
          totalClicks: Number(totals.clicks),
          activeLinks: Number(totals.activeLinks),
          pendingPayout: dollarsFromMicros(totals.pendingMicros),
          judgedUpTo: totals.judgedUpTo?.toISOString() ?? null,
        },
      },
      200,
    );
  },
);
