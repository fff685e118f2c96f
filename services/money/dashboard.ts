import type { DepositHold } from "@fairclick/core/money/holds";
import { getActivity } from "@fairclick/sql/accounts/users";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { getSummary } from "./wallet";

export type Dashboard = {
  totalEarnedMicros: bigint;
  /** Pending clicks at their price, earnings that cannot be withdrawn yet, and open withdrawals. */
  pendingMicros: bigint;
  clicks: bigint;
  activeLinks: bigint;
  judgedUpTo: Date | null;
};

export async function getDashboard(ctx: Ctx, hold: DepositHold): Promise<Dashboard> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [money, activity] = await Promise.all([
    getSummary(ctx, hold),
    getActivity(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() }),
  ]);
  return {
    totalEarnedMicros: money.totalEarnedMicros,
    pendingMicros: money.unjudgedMicros + money.waiting.micros + money.pendingMicros,
    clicks: activity.clicks,
    activeLinks: activity.activeLinks,
    judgedUpTo,
  };
}
