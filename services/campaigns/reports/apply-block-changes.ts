import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import {
  blockCampaigns,
  type CampaignAddress,
  moveBlock,
  unblockCampaigns,
} from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { inLanguage } from "../../language/in-language";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { describeReport } from "../show-pause-reason";
import type { BlockChanges } from "./find-block-changes";
import { findConfirmed } from "./refuse-confirmed-address";

type Input = { addressId: string; changes: BlockChanges; reason: string };

/** Stops campaigns and lets others run again after a decision about an address, which is stored. */
export async function applyBlockChanges(
  tx: Tx,
  ctx: Ctx,
  { addressId, changes, reason }: Input,
): Promise<void> {
  const at = ctx.now();
  const { blocked } = changes;
  const pauseReason = inLanguage("en", () => describeReport(reason));
  const ids = blocked.map(({ id }) => id);
  if (ids.length > 0) await blockCampaigns(tx, { ids, addressId, at, reason: pauseReason });
  const free = await keepOtherBlocks(tx, changes.released);
  if (free.length > 0) {
    await unblockCampaigns(
      tx,
      free.map(({ id }) => id),
    );
  }
  for (const campaign of blocked) {
    await record(tx, ctx, { campaign, action: "campaign.block", addressId });
    if (campaign.endsAt <= at) continue;
    const { id: campaignId, name, developerId } = campaign;
    const data = { campaignId, name, decision: "blocked", reason, reportId: addressId } as const;
    await notify(tx, ctx, campaignDecided, { to: [developerId], data });
  }
  for (const campaign of free) {
    await record(tx, ctx, { campaign, action: "campaign.unblock", addressId });
    if (campaign.endsAt <= at) continue;
    const { id: campaignId, name, developerId } = campaign;
    const data = { campaignId, name, decision: "unblocked" } as const;
    await notify(tx, ctx, campaignDecided, { to: [developerId], data });
  }
}

/** Returns the campaigns that no other confirmed address includes. */
async function keepOtherBlocks(tx: Tx, released: CampaignAddress[]): Promise<CampaignAddress[]> {
  const free: CampaignAddress[] = [];
  for (const campaign of released) {
    const other = await findConfirmed(tx, campaign.gameUrl);
    if (other) await moveBlock(tx, { id: campaign.id, addressId: other.id });
    else free.push(campaign);
  }
  return free;
}

async function record(
  tx: Tx,
  ctx: Ctx,
  input: { campaign: CampaignAddress; action: string; addressId: string },
): Promise<void> {
  const { campaign, action, addressId } = input;
  await writeAudit(tx, ctx, {
    action,
    subject: `campaign:${campaign.id}`,
    after: { gameUrl: campaign.gameUrl, reportedAddress: addressId },
  });
}
