import { type DashboardRow, getDashboard as readDashboard } from "@fairclick/sql/users";
import { requireUser } from "../actor";
import type { Ctx } from "../context";

export async function getDashboard(ctx: Ctx): Promise<DashboardRow> {
  return readDashboard(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() });
}
