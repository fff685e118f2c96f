import type { CampaignId } from "@fairclick/core/ids";
import type { Deposit } from "@fairclick/sql/money/deposits";
import type { CampaignView } from "../../campaigns/campaign-view";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import type { Ctx } from "../../context";

export type Launch = {
  campaign: Pick<CampaignView, "name" | "status"> & { id: CampaignId };
  launched: boolean;
  refusal: string | null;
};

/** Returns the campaign that the caller's deposit launches, and what happened to it; null if none. */
export async function getLaunch(ctx: Ctx, deposit: Deposit): Promise<Launch | null> {
  const { campaignId, launchedAt, launchRefusal } = deposit;
  if (campaignId === null) return null;
  const campaign = await getOwnCampaign(ctx, campaignId);
  return { campaign, launched: launchedAt !== null, refusal: launchRefusal };
}
