import { getActivity } from "@fairclick/sql/users";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { getSummary } from "../wallet/get-summary";

export type Dashboard = {
  totalEarnedMicros: bigint;
  /** Clicks that are not judged yet, at their price, and withdrawals under way. */
  pendingMicros: bigint;
  clicks: bigint;
  activeLinks: bigint;
};

export async function getDashboard(ctx: Ctx): Promise<Dashboard> {
  const [money, activity] = await Promise.all([
    getSummary(ctx),
    getActivity(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() }),
  ]);
  return {
    totalEarnedMicros: money.totalEarnedMicros,
    pendingMicros: activity.pendingMicros + money.pendingMicros,
    clicks: activity.clicks,
    activeLinks: activity.activeLinks,
  };
}
