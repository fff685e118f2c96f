import type { AdminUser, AdminUserDetails } from "@fairclick/core/accounts/users";
import { coverPath } from "@fairclick/core/campaigns/cover-files";
import type { AdminCampaign } from "@fairclick/core/campaigns/operated";
import type { AdminLink, AdminLinkDetails } from "@fairclick/core/clicks/operated-links";
import type { AdminRefund } from "@fairclick/core/money/refunds";
import type { AdminWithdrawal } from "@fairclick/core/money/withdrawals";
import type { AuditLine } from "@fairclick/core/operations/changes";
import type { UserDetails } from "@fairclick/services/accounts/users";
import { wantedBy } from "@fairclick/services/campaigns/audience";
import type { LinkDetails } from "@fairclick/services/campaigns/links";
import type { CampaignView } from "@fairclick/services/campaigns/read-campaigns";
import type { OperatedUser } from "@fairclick/sql/accounts/operated-users";
import type { OperatedLink } from "@fairclick/sql/campaigns/operated";
import type { OperatedRefund } from "@fairclick/sql/money/refunds";
import type { OperatedWithdrawal } from "@fairclick/sql/money/withdrawals";
import type { WrittenAuditRow } from "@fairclick/sql/operations/audit-log";
import { presentAudience, presentCounts } from "./campaigns/present-campaign";
import { presentFinding } from "./clicks/findings";
import { presentJudged } from "./clicks/stats";

const at = (moment: Date | null) => moment?.toISOString() ?? null;

export function presentAdminLink(link: OperatedLink): AdminLink {
  return {
    code: link.code,
    campaignId: link.campaignId,
    campaign: link.campaignName,
    creatorId: link.creatorId,
    creator: link.username,
    creatorVerified: link.channels.length > 0,
    joinedAt: link.joinedAt.toISOString(),
    disabledBy: link.disabledBy,
    disabledAt: at(link.disabledAt),
    clicks: presentCounts(link),
    paidMicros: link.paidMicros.toString(),
  };
}

export function presentAdminLinkDetails(link: LinkDetails): AdminLinkDetails {
  const { lastDay, names, findings } = link;
  return {
    ...presentAdminLink(link),
    pendingMicros: link.pendingMicros.toString(),
    heldMicros: link.heldMicros.toString(),
    lastDay: { clicks: lastDay.clicks, paidMicros: lastDay.paidMicros.toString() },
    names: names.map(({ name, sums, removed }) => ({
      name,
      removed,
      ...presentJudged(sums),
      paidMicros: sums.micros.toString(),
    })),
    findings: findings.map(presentFinding),
  };
}

export function presentAdminCampaign(campaign: CampaignView): AdminCampaign {
  return {
    id: campaign.id,
    name: campaign.name,
    gameTitle: campaign.gameTitle,
    gameUrl: campaign.gameUrl,
    cover: campaign.coverHash && coverPath(campaign.coverHash, "1280.webp"),
    coverAlt: campaign.coverAlt,
    developerId: campaign.developerId,
    developer: campaign.developerName,
    developerSuspended: campaign.developerSuspendedAt !== null,
    status: campaign.status,
    createdAt: campaign.createdAt.toISOString(),
    startsAt: campaign.startsAt.toISOString(),
    endsAt: campaign.endsAt.toISOString(),
    pausedAt: at(campaign.pausedAt),
    forcedPauseBy: campaign.forcedPauseBy,
    forcedPauseReason: campaign.forcedPauseReason,
    disabledAt: at(campaign.disabledAt),
    disabledReason: campaign.disabledReason,
    clickRules: campaign.clickRules,
    audience: presentAudience(campaign),
    dailyCapMicros: campaign.dailyCapMicros?.toString() ?? null,
    creatorCapMicros: campaign.creatorCapMicros?.toString() ?? null,
    wanted: wantedBy(campaign),
    whoMayJoin: campaign.joinRule,
    payoutMicros: campaign.payoutMicros.toString(),
    nextPrice: presentNextPrice(campaign),
    feeMicros: campaign.feeMicros.toString(),
    budgetMicros: campaign.budgetMicros.toString(),
    escrowMicros: campaign.escrowMicros.toString(),
    claimedMicros: campaign.claimedMicros.toString(),
    paidMicros: campaign.paidMicros.toString(),
    clicks: presentCounts(campaign),
  };
}

function presentNextPrice(campaign: CampaignView): AdminCampaign["nextPrice"] {
  const { nextPayoutMicros, nextPayoutAt } = campaign;
  if (nextPayoutMicros === null || nextPayoutAt === null) return null;
  return { payoutMicros: nextPayoutMicros.toString(), startsAt: nextPayoutAt.toISOString() };
}

export function presentAdminUser(user: OperatedUser): AdminUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    createdAt: user.createdAt.toISOString(),
    suspendedAt: at(user.suspendedAt),
    suspensionReason: user.suspensionReason,
    deletedAt: at(user.deletedAt),
    payoutsVerified: user.stripeAccountVerified,
    walletMicros: user.walletMicros.toString(),
    earningsMicros: user.earningsMicros.toString(),
    inTransitMicros: user.inTransitMicros.toString(),
    debtMicros: user.debtMicros.toString(),
    campaigns: user.campaigns,
    links: user.links,
  };
}

export function presentAdminUserDetails(user: UserDetails): AdminUserDetails {
  const { birthMonth, guardianConfirmedAt } = user;
  return { ...presentAdminUser(user), birthMonth, guardianConfirmedAt: at(guardianConfirmedAt) };
}

export function presentAdminWithdrawal(withdrawal: OperatedWithdrawal): AdminWithdrawal {
  return {
    id: withdrawal.id,
    userId: withdrawal.userId,
    username: withdrawal.username,
    userSuspended: withdrawal.userSuspendedAt !== null,
    amountMicros: withdrawal.amountMicros.toString(),
    status: withdrawal.status,
    heldAt: at(withdrawal.heldAt),
    holdReason: withdrawal.holdReason,
    holdUntil: withdrawal.holdUntil?.toISOString() ?? null,
    attempt: withdrawal.attempt,
    requestedAt: withdrawal.requestedAt.toISOString(),
    sendingAt: at(withdrawal.sendingAt),
    retryAt: at(withdrawal.retryAt),
    completedAt: at(withdrawal.completedAt),
    stripeAccountId: withdrawal.stripeAccountId,
    transferId: withdrawal.transferId,
    payoutId: withdrawal.payoutId,
    returnedMicros: withdrawal.returnedMicros.toString(),
    failureReason: withdrawal.failureReason,
  };
}

export function presentAdminRefund(refund: OperatedRefund): AdminRefund {
  return {
    id: refund.id,
    userId: refund.userId,
    username: refund.username,
    userSuspended: refund.userSuspendedAt !== null,
    depositId: refund.depositId,
    amountMicros: refund.amountMicros.toString(),
    status: refund.status,
    heldAt: at(refund.heldAt),
    holdReason: refund.holdReason,
    attempt: refund.attempt,
    requestedAt: refund.requestedAt.toISOString(),
    sendingAt: at(refund.sendingAt),
    retryAt: at(refund.retryAt),
    paymentIntentId: refund.paymentIntentId,
    stripeRefundId: refund.stripeRefundId,
    failureReason: refund.failureReason,
  };
}

export function presentAuditRow({ actorName, ...row }: WrittenAuditRow): AuditLine {
  return { ...row, id: row.id.toString(), at: row.at.toISOString(), actor: actorName };
}
