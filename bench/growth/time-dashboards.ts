import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import type { BenchLink } from "@fairclick/e2e/world/market";
import {
  listJoinedCampaigns,
  listOwnCampaigns,
} from "@fairclick/services/campaigns/read-campaigns";
import { getCampaignStats, readBreakdown, readSeries } from "@fairclick/services/clicks/stats";
import { getDashboard } from "@fairclick/services/money/wallet";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db } from "@fairclick/sql/db/client";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";

type Dashboards = { name: string; world: { db: Db }; links: BenchLink[]; rounds: number };

const DAY_MS = 86_400_000;

/**
 * Times the queries behind the dashboards, called as the API calls them, and prints them in
 * milliseconds.
 */
export async function timeDashboards({ name, world, links, rounds }: Dashboards): Promise<void> {
  const { db } = world;
  const [link] = links;
  if (!link) throw new Error("There is no link to query");
  const campaignId = asId<CampaignId>(link.campaignId);
  const creatorId = asId<UserId>(link.creatorId);
  const [campaign] = await db.sql<{ developerId: UserId }[]>`
    select developer_id as "developerId" from campaigns where id = ${campaignId}`;
  const as = (userId: UserId) => ({ ...systemCtx(db), actor: { kind: "user", userId } as const });
  const developer = as(campaign?.developerId ?? creatorId);
  const time = (days: number) => ({
    from: new Date(Date.now() - days * DAY_MS).toISOString(),
    to: new Date().toISOString(),
    timeZone: "Asia/Kolkata",
  });
  const ofCampaign = { campaignId, creatorId: null };
  const ofLink = { campaignId, creatorId };
  const year = { ...time(395), step: "day" as const };
  const month = { ...time(31), step: "hour" as const };
  const by = (dimension: "country" | "referrer") => ({ ...year, dimension, limit: 10 });
  const queries: Record<string, () => Promise<unknown>> = {
    "a campaign's thirteen months by the day": () =>
      readSeries(db, { scope: ofCampaign, query: year }),
    "a campaign's month by the hour": () => readSeries(db, { scope: ofCampaign, query: month }),
    "a link's thirteen months by the day": () => readSeries(db, { scope: ofLink, query: year }),
    "a campaign's thirteen months by country": () =>
      readBreakdown(db, { scope: ofCampaign, query: by("country") }),
    "a campaign's thirteen months by referrer": () =>
      readBreakdown(db, { scope: ofCampaign, query: by("referrer") }),
    "a link's thirteen months by country": () =>
      readBreakdown(db, { scope: ofLink, query: by("country") }),
    "a campaign's totals and reasons": () => getCampaignStats(developer, campaignId),
    "a developer's campaigns": () => listOwnCampaigns(developer, {}),
    "a creator's fifty joined campaigns": () => listJoinedCampaigns(as(creatorId), {}),
    "a creator's dashboard": () => getDashboard(as(creatorId), { depositHoldHours: 0 }),
  };
  const rows: string[][] = [];
  for (const [what, query] of Object.entries(queries)) {
    await query();
    const durations: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await query();
      durations.push(performance.now() - startedAt);
    }
    rows.push([what, show(computeSpread(durations), 1)]);
  }
  printTable([`ms; ${name}`, "median (least–most)"], rows);
}
