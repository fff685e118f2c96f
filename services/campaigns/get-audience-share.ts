import { audienceDeviceClasses } from "@fairclick/core/campaigns/audience";
import type { CampaignId } from "@fairclick/core/ids";
import { type CreatorAudienceRow, sumCreatorAudience } from "@fairclick/sql/clicks/suspects";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { readAudience } from "./audience";
import { getCampaign } from "./read-campaigns";

const DAY_MS = 86_400_000;
export const AUDIENCE_SHARE_DAYS = 30;

export type AudienceShare = CreatorAudienceRow & { hasCountries: boolean; hasDevices: boolean };

/**
 * Counts the caller's own clicks of the last 30 days, on all links, and how many came from the countries
 * and from the devices that a campaign pays for. Invalid clicks do not count.
 */
export async function getAudienceShare(ctx: Ctx, id: CampaignId): Promise<AudienceShare> {
  const creatorId = requireUser(ctx);
  const { countries, devices } = readAudience(await getCampaign(ctx, id));
  const counts = await sumCreatorAudience(ctx.db.sql, {
    creatorId,
    since: new Date(ctx.now().getTime() - AUDIENCE_SHARE_DAYS * DAY_MS),
    countries: countries ?? [],
    deviceClasses: (devices ?? []).flatMap(audienceDeviceClasses),
  });
  return { ...counts, hasCountries: countries !== null, hasDevices: devices !== null };
}
