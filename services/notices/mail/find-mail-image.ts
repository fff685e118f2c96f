import { describeCover } from "@fairclick/core/campaigns/covers";
import { findCampaignCover } from "@fairclick/sql/campaigns/covers";
import { z } from "zod";
import type { Ctx } from "../../context";

const aboutCampaign = z.object({ campaignId: z.uuid() });

/** Returns the cover of the campaign that a notice is about; null if it is about none. */
export async function findMailImage(
  { db, appUrl }: Pick<Ctx, "db"> & { appUrl: string },
  data: unknown,
): Promise<{ url: string; alt: string } | null> {
  const parsed = aboutCampaign.safeParse(data);
  const campaign = parsed.success && (await findCampaignCover(db.sql, parsed.data.campaignId));
  if (!campaign) return null;
  const { preview, alt } = describeCover(campaign);
  return { url: `${appUrl}${preview}`, alt };
}
