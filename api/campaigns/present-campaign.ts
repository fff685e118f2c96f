import { dollarsFromMicros } from "@fairclick/core/amounts";
import type {
  CampaignLinkResponse,
  CampaignResponse,
  ClickCounts,
  JoinedCampaignResponse,
  OwnCampaignResponse,
} from "@fairclick/core/campaigns/campaign";
import { pickTexts } from "@fairclick/core/campaigns/campaign-input";
import { describeCover } from "@fairclick/core/campaigns/covers";
import { clickThroughRate, costPerClickMicros } from "@fairclick/core/campaigns/estimates";
import type { SpendingLimits } from "@fairclick/core/campaigns/prices";
import { ENOUGH_RATED_CLICKS } from "@fairclick/core/conversions/conversions";
import { computePercent } from "@fairclick/core/conversions/proofs";
import { wantedBy } from "@fairclick/services/campaigns/audience";
import type {
  CampaignView,
  JoinedCampaignView,
} from "@fairclick/services/campaigns/read-campaigns";
import { showPauseReason } from "@fairclick/services/campaigns/stop-campaign";
import type { ClickCountsRow } from "@fairclick/sql/campaigns/click-counts";
import type { LinkRow } from "@fairclick/sql/campaigns/links";

export function presentCampaign(campaign: CampaignView): CampaignResponse {
  return {
    _id: campaign.id,
    name: campaign.name,
    gameName: campaign.gameTitle,
    gameTitle: campaign.gameTitle,
    ...pickTexts(campaign),
    gameUrl: campaign.gameUrl,
    cover: describeCover(campaign),
    payoutPerClick: dollarsFromMicros(campaign.payoutMicros),
    feePerClick: dollarsFromMicros(campaign.feeMicros),
    nextPrice: presentNextPrice(campaign),
    budget: dollarsFromMicros(campaign.budgetMicros),
    budgetRemaining: dollarsFromMicros(campaign.escrowMicros),
    budgetUsed: dollarsFromMicros(spentMicros(campaign)),
    totalClicks: presentCounts(campaign).total,
    impressions: Number(campaign.impressions),
    status: campaign.status,
    isActive: !campaign.pausedAt && !campaign.disabledAt,
    startDate: campaign.startsAt.toISOString(),
    endDate: campaign.endsAt.toISOString(),
    gameGenres: campaign.genres,
    clickRules: campaign.clickRules,
    audience: presentAudience(campaign),
    limits: presentLimits(campaign),
    wanted: wantedBy(campaign),
    whoMayJoin: campaign.joinRule,
    createdBy: {
      _id: campaign.developerId,
      username: campaign.developerName,
      displayName: campaign.developerName,
    },
    judgedUpTo: campaign.judgedUpTo?.toISOString() ?? null,
    joinRate: presentJoinRate(campaign),
  };
}

export function presentAudience({
  audienceCountries: countries,
  audienceDevices: devices,
}: CampaignView): CampaignResponse["audience"] {
  return { countries, devices };
}

function presentLimits({ dailyCapMicros, creatorCapMicros }: SpendingLimits) {
  const dollars = (micros: bigint | null) => (micros === null ? null : dollarsFromMicros(micros));
  return { dailyCap: dollars(dailyCapMicros), creatorCap: dollars(creatorCapMicros) };
}

function presentNextPrice(campaign: CampaignView): CampaignResponse["nextPrice"] {
  const { nextPayoutMicros, nextPayoutAt } = campaign;
  if (nextPayoutMicros === null || nextPayoutAt === null) return null;
  return {
    payoutPerClick: dollarsFromMicros(nextPayoutMicros),
    startsAt: nextPayoutAt.toISOString(),
  };
}

function presentJoinRate({ joinRate }: CampaignView): CampaignResponse["joinRate"] {
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

export function presentOwnCampaign(campaign: CampaignView): OwnCampaignResponse {
  return {
    ...presentCampaign(campaign),
    ...presentPerformance(campaign),
    clicks: presentCounts(campaign),
    stopped: presentStop(campaign),
    pendingGameUrl: campaign.pendingGameUrl,
  };
}

/** Returns why Fairclick stopped the campaign, or null. A disabled campaign counts as disabled even if paused. */
export function presentStop(campaign: CampaignView): OwnCampaignResponse["stopped"] {
  const { disabledAt, disabledReason, forcedPauseAt, forcedPauseBy, forcedPauseReason } = campaign;
  if (disabledAt) {
    const since = disabledAt.toISOString();
    return { how: "disabled", by: "operator", since, reason: disabledReason };
  }
  if (!forcedPauseAt || !forcedPauseBy) return null;
  const since = forcedPauseAt.toISOString();
  return {
    how: "paused",
    by: forcedPauseBy,
    since,
    reason: forcedPauseReason && showPauseReason(forcedPauseReason),
  };
}

/** What the campaign's valid clicks have cost: the creators' pay and the fees. */
function spentMicros({ paidMicros, valid, feeMicros }: CampaignView): bigint {
  return paidMicros + valid * feeMicros;
}

/**
 * Presents spend and cost per valid click in dollars and the click-through rate in percent. The rate
 * is null without impressions, the cost without valid clicks.
 */
export function presentPerformance(campaign: CampaignView) {
  const spent = spentMicros(campaign);
  const costMicros = costPerClickMicros(spent, campaign.valid);
  return {
    spend: dollarsFromMicros(spent),
    ctr: clickThroughRate(BigInt(presentCounts(campaign).total), campaign.impressions),
    costPerClick: costMicros === null ? null : dollarsFromMicros(costMicros),
  };
}

export function presentJoinedCampaign(
  { campaign, link }: JoinedCampaignView,
  trackingUrl: string,
): JoinedCampaignResponse {
  return {
    ...presentCampaign(campaign),
    redirectLink: `${trackingUrl}/api/clicks/redirect/${campaign.id}?userId=${link.creatorId}`,
    shortLink: `${trackingUrl}/r/${link.code}`,
    linkDisabled: link.disabledBy !== null,
    joinedAt: link.joinedAt.toISOString(),
    clicks: presentCounts(link),
    earnings: dollarsFromMicros(link.paidMicros),
    judgedUpTo: link.judgedUpTo?.toISOString() ?? null,
  };
}

export function presentLink(link: LinkRow): CampaignLinkResponse {
  return {
    userId: link.creatorId,
    username: link.username,
    channels: link.channels,
    code: link.code,
    joinedAt: link.joinedAt.toISOString(),
    disabled: link.disabledBy !== null,
    disabledBy: link.disabledBy,
    shareLink: link.shareUrl,
    clicks: presentCounts(link),
    paid: dollarsFromMicros(link.paidMicros),
    judgedUpTo: link.judgedUpTo?.toISOString() ?? null,
  };
}

export function presentCounts(counts: ClickCountsRow): ClickCounts {
  const { pending, valid, invalid, held, unpaid } = counts;
  return {
    total: Number(pending + valid + invalid + held + unpaid),
    pending: Number(pending),
    valid: Number(valid),
    invalid: Number(invalid),
    held: Number(held),
    unpaid: Number(unpaid),
  };
}
