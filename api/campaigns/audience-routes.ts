import { audienceShareSchema } from "@fairclick/core/campaigns/audience-schema";
import { itemResponse } from "@fairclick/core/schemas";
import {
  AUDIENCE_SHARE_DAYS,
  type AudienceShare,
  getAudienceShare,
} from "@fairclick/services/campaigns/get-audience-share";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const audienceRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/{id}/audience-share",
    access: "user",
    keyScope: "read",
    summary: "Get the share of your own recent clicks that are in a campaign's audience",
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: jsonResponse(itemResponse(audienceShareSchema), "Shares in percent") },
  }),
  async (c) => {
    const share = await getAudienceShare(c.var.ctx, parseCampaignId(c.req.valid("param").id));
    return ok(c, { message: "Audience", data: presentShare(share) });
  },
);

function presentShare({
  clicks,
  fromCountries,
  fromDevices,
  hasCountries,
  hasDevices,
}: AudienceShare) {
  const percent = (part: bigint) => (clicks === 0n ? null : Number((part * 100n) / clicks));
  return {
    days: AUDIENCE_SHARE_DAYS,
    clicks: Number(clicks),
    countriesPercent: hasCountries ? percent(fromCountries) : null,
    devicesPercent: hasDevices ? percent(fromDevices) : null,
  };
}
