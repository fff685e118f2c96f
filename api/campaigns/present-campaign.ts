import { pickTexts } from "@fairclick/core/campaigns/campaign-input";
import { describeCover } from "@fairclick/core/campaigns/covers";
import { clickThroughRate, costPerClickMicros } from "@fairclick/core/campaigns/estimates";
import type { SpendingLimits } from "@fairclick/core/campaigns/prices";
import { ENOUGH_RATED_CLICKS } from "@fairclick/core/conversions/conversions";
import { computePercent } from "@fairclick/core/conversions/report";
import { wantedBy } from "@fairclick/services/campaigns/audience";
import type {
  CampaignView,
  JoinedCampaignView,
} from "@fairclick/services/campaigns/read-campaigns";
import { showPauseReason } from "@fairclick/services/campaigns/stop-campaign";
import type { ClickCountsRow } from "@fairclick/sql/campaigns/click-counts";
import type { LinkRow } from "@fairclick/sql/campaigns/links";

export function presentCampaign(campaign: CampaignView) {
  return {
    _id: campaign.id,
    name: campaign.name,
    gameName: campaign.gameTitle,
    gameTitle: campaign.gameTitle,
    ...pickTexts(campaign),
    gameUrl: campaign.gameUrl,
    cover: describeCover(campaign),
    payoutPerClick: campaign.payoutMicros,
    feePerClick: campaign.feeMicros,
    feePercent: campaign.feeBasisPoints / 100,
    nextPrice: presentNextPrice(campaign),
    budget: campaign.budgetMicros,
    budgetRemaining: campaign.escrowMicros,
    budgetUsed: spentMicros(campaign),
    totalClicks: presentCounts(campaign).total,
    impressions: campaign.impressions,
    status: campaign.status,
    isActive: !campaign.pausedAt && !campaign.disabledAt,
    startDate: campaign.startsAt,
    endDate: campaign.endsAt,
    gameGenres: campaign.genres,
    clickRules: campaign.clickRules,
    paysFor: campaign.paysFor,
    audience: presentAudience(campaign),
    limits: presentLimits(campaign),
    wanted: wantedBy(campaign),
    whoMayJoin: campaign.joinRule,
    createdBy: {
      _id: campaign.developerId,
      username: campaign.developerName,
      displayName: campaign.developerName,
    },
    judgedUpTo: campaign.judgedUpTo,
    joinRate: presentJoinRate(campaign),
  };
}

export function presentAudience({
  audienceCountries: countries,
  audienceDevices: devices,
}: CampaignView) {
  return { countries, devices };
}

function presentLimits({ dailyCapMicros, creatorCapMicros }: SpendingLimits) {
  return { dailyCap: dailyCapMicros, creatorCap: creatorCapMicros };
}

function presentNextPrice(campaign: CampaignView) {
  const { nextPayoutMicros, nextPayoutAt } = campaign;
  if (nextPayoutMicros === null || nextPayoutAt === null) return null;
  return { payoutPerClick: nextPayoutMicros, startsAt: nextPayoutAt };
}

function presentJoinRate({ joinRate }: CampaignView) {
  if (!joinRate) return null;
  const { clicks, joined, genreRate, isFarBelow } = joinRate;
  return {
    clicks,
    joined,
    percent: clicks < ENOUGH_RATED_CLICKS ? null : computePercent(joined, clicks),
    genrePercent: genreRate === null ? null : Math.round(genreRate * 10_000) / 100,
    isFarBelow,
  };
}

export function presentOwnCampaign(campaign: CampaignView) {
  return {
    ...presentCampaign(campaign),
    ...presentPerformance(campaign),
    clicks: presentCounts(campaign),
    stopped: presentStop(campaign),
    pendingGameUrl: campaign.pendingGameUrl,
  };
}

/** Returns why Fairclick stopped the campaign, or null. A disabled campaign counts as disabled even if paused. */
export function presentStop(campaign: CampaignView) {
  const { disabledAt, disabledReason, forcedPauseAt, forcedPauseBy, forcedPauseReason } = campaign;
  if (disabledAt) {
    return {
      how: "disabled" as const,
      by: "operator" as const,
      since: disabledAt,
      reason: disabledReason,
    };
  }
  if (!forcedPauseAt || !forcedPauseBy) return null;
  return {
    how: "paused" as const,
    by: forcedPauseBy,
    since: forcedPauseAt,
    reason: forcedPauseReason && showPauseReason(forcedPauseReason),
  };
}

/** What the campaign's valid clicks have cost: the creators' pay and the fees. */
export function spentMicros({ paidMicros, feesMicros }: CampaignView): bigint {
  return paidMicros + feesMicros;
}

/**
 * Presents spend and cost per valid click in dollars and the click-through rate in percent. The rate
 * is null without impressions, the cost without valid clicks.
 */
export function presentPerformance(campaign: CampaignView) {
  const spend = spentMicros(campaign);
  return {
    spend,
    ctr: clickThroughRate(presentCounts(campaign).total, campaign.impressions),
    costPerClick: costPerClickMicros(spend, campaign.valid),
  };
}

export function presentJoinedCampaign(
  { campaign, link, reachedLimit }: JoinedCampaignView,
  trackingUrl: string,
) {
  return {
    ...presentCampaign(campaign),
    redirectLink: `${trackingUrl}/api/clicks/redirect/${campaign.id}?userId=${link.creatorId}`,
    shortLink: `${trackingUrl}/r/${link.code}`,
    disabledBy: link.disabledBy,
    reachedLimit,
    joinedAt: link.joinedAt,
    clicks: presentCounts(link),
    earnings: link.paidMicros,
    judgedUpTo: link.judgedUpTo,
  };
}

export function presentLink(link: LinkRow) {
  return {
    userId: link.creatorId,
    username: link.username,
    channels: link.channels,
    code: link.code,
    joinedAt: link.joinedAt,
    disabled: link.disabledBy !== null,
    disabledBy: link.disabledBy,
    clicks: presentCounts(link),
    paid: link.paidMicros,
    judgedUpTo: link.judgedUpTo,
  };
}

export function presentCounts({ pending, valid, invalid, held, unpaid }: ClickCountsRow) {
  const total = pending + valid + invalid + held + unpaid;
  return { total, pending, valid, invalid, held, unpaid };
}
