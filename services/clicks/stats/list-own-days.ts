import type { OwnDaysQuery } from "@fairclick/core/clicks/stats";
import type { CampaignId } from "@fairclick/core/ids";
import { listDeveloperDays } from "@fairclick/sql/clicks/stats";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { listLastDays } from "./list-steps";

export type OwnDays = {
  /** Calendar days, oldest first. */
  days: string[];
  campaigns: { id: CampaignId; valid: number[] }[];
};

/** Returns valid clicks per day of each of the caller's campaigns; campaigns without any are left out. */
export async function listOwnDays(ctx: Ctx, query: OwnDaysQuery): Promise<OwnDays> {
  const developerId = requireUser(ctx);
  const { names: days, steps } = listLastDays(ctx.now(), query);
  const rows = await listDeveloperDays(ctx.db.sql, { developerId, steps });
  const byCampaign = Map.groupBy(rows, ({ campaignId }) => campaignId);
  return {
    days,
    campaigns: [...byCampaign].map(([id, own]) => {
      const valid = days.map(() => 0);
      for (const row of own) valid[row.day - 1] = Number(row.valid);
      return { id, valid };
    }),
  };
}
