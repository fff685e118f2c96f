import { coverPath } from "@fairclick/core/campaigns/cover-files";
import { campaigns } from "@fairclick/core/campaigns/operated";
import { links } from "@fairclick/core/clicks/operated";
import { wantedBy } from "@fairclick/services/campaigns/audience";
import { removeCover } from "@fairclick/services/campaigns/covers";
import {
  disableLink,
  enableLink,
  getLinkDetails,
  listAllLinks,
} from "@fairclick/services/campaigns/links";
import {
  type CampaignView,
  getAnyCampaign,
  listAllCampaigns,
  parseCampaignId,
} from "@fairclick/services/campaigns/read-campaigns";
import {
  disableCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
} from "@fairclick/services/campaigns/stop-campaign";
import { mapPage } from "@fairclick/services/context";
import type { OperatedLink } from "@fairclick/sql/campaigns/operated";
import { resourceRoutes } from "../resource-routes";
import { presentAudience, presentCounts } from "./present-campaign";

export const campaignResources = [
  resourceRoutes(campaigns, {
    list: async (ctx, query) => mapPage(await listAllCampaigns(ctx, query), toCampaign),
    show: async (ctx, id) => toCampaign(await getAnyCampaign(ctx, parseCampaignId(id))),
    acts: {
      pause: (ctx, input) => pauseCampaign(ctx, withCampaign(input)),
      resume: (ctx, input) => resumeCampaign(ctx, withCampaign(input)),
      disable: (ctx, input) => disableCampaign(ctx, withCampaign(input)),
      restore: (ctx, input) => restoreCampaign(ctx, withCampaign(input)),
      "remove-cover": (ctx, input, { pictures }) =>
        removeCover(ctx, withCampaign(input), pictures.store),
    },
  }),
  resourceRoutes(links, {
    list: async (ctx, query) => mapPage(await listAllLinks(ctx, query), toLink),
    show: async (ctx, code) => {
      const { names, ...link } = await getLinkDetails(ctx, code);
      return {
        ...link,
        ...toLink(link),
        names: names.map(({ sums, ...named }) => ({ ...named, ...sums, paidMicros: sums.micros })),
      };
    },
    acts: { disable: disableLink, enable: enableLink },
  }),
] as const;

function withCampaign<Input extends { id: string }>(input: Input) {
  return { ...input, id: parseCampaignId(input.id) };
}

function toCampaign(campaign: CampaignView) {
  const { nextPayoutMicros: payoutMicros, nextPayoutAt: startsAt } = campaign;
  return {
    ...campaign,
    cover: campaign.coverHash && coverPath(campaign.coverHash, "1280.webp"),
    developer: campaign.developerName,
    developerSuspended: campaign.developerSuspendedAt !== null,
    audience: presentAudience(campaign),
    wanted: wantedBy(campaign),
    whoMayJoin: campaign.joinRule,
    nextPrice: payoutMicros === null || startsAt === null ? null : { payoutMicros, startsAt },
    clicks: presentCounts(campaign),
  };
}

function toLink(link: OperatedLink) {
  return {
    ...link,
    campaign: link.campaignName,
    creator: link.username,
    creatorVerified: link.channels.length > 0,
    clicks: presentCounts(link),
  };
}
