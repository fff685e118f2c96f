import { estimateEarnings, HISTORY_DAYS, type OwnHistory } from "@fairclick/core/campaigns/status";
import type { CampaignId } from "@fairclick/core/ids";
import {
  listOwnHistory,
  listStandings,
  type OwnHistoryRow,
  type StandingRow,
} from "@fairclick/sql/campaigns/market";
import type { Ctx } from "../context";
import { readAudience } from "./audience";
import type { CampaignView } from "./campaign-view";
import { getCampaign } from "./get-campaign";

const DAY_MS = 86_400_000;

export type ListedCampaignView = {
  campaign: CampaignView;
  standing: StandingRow;
  /** What 1,000 more clicks like the caller's own would earn; null if that is not known. */
  estimateMicros: bigint | null;
};

/** Adds standings and estimates to campaigns, in the same order. */
export async function addStandings(
  ctx: Ctx,
  campaigns: readonly CampaignView[],
): Promise<ListedCampaignView[]> {
  if (campaigns.length === 0) return [];
  const campaignIds = campaigns.map(({ id }) => id);
  const [rows, history] = await Promise.all([
    listStandings(ctx.db.sql, { campaignIds, at: ctx.now() }),
    readOwnHistory(ctx),
  ]);
  const standings = new Map(rows.map((row) => [row.campaignId, row]));
  const { actor } = ctx;
  return campaigns.flatMap((campaign) => {
    const standing = standings.get(campaign.id);
    if (!standing) return [];
    const isOwn = actor.kind === "user" && actor.userId === campaign.developerId;
    const estimateMicros =
      history === null || isOwn
        ? null
        : estimateEarnings({ ...campaign, audience: readAudience(campaign) }, history);
    return [{ campaign, standing, estimateMicros }];
  });
}

/** Returns a campaign with its standing. Throws `not_found`, as `getCampaign` does. */
export async function getListedCampaign(ctx: Ctx, id: CampaignId): Promise<ListedCampaignView> {
  const [listed] = await addStandings(ctx, [await getCampaign(ctx, id)]);
  if (!listed) throw new Error(`The campaign ${id} has no standing`);
  return listed;
}

async function readOwnHistory({ actor, db, now }: Ctx): Promise<OwnHistory | null> {
  if (actor.kind !== "user") return null;
  const since = new Date(now().getTime() - HISTORY_DAYS * DAY_MS);
  const rows = await listOwnHistory(db.sql, { creatorId: actor.userId, since });
  const byCountry = rows.filter(({ dimension }) => dimension === "country");
  const sum = (of: (row: OwnHistoryRow) => bigint) =>
    Number(byCountry.reduce((total, row) => total + of(row), 0n));
  const mix = (dimension: OwnHistoryRow["dimension"]) =>
    new Map(
      rows
        .filter((row) => row.dimension === dimension)
        .map(({ value, valid, other }) => [value, Number(valid + other)]),
    );
  return {
    valid: sum(({ valid }) => valid),
    invalid: sum(({ invalid }) => invalid),
    countries: mix("country"),
    devices: mix("device"),
  };
}
