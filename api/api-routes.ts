import { agreementRoutes } from "./accounts/agreement-routes";
import { authRoutes } from "./accounts/auth-routes";
import { channelRoutes } from "./accounts/channel-routes";
import { userRoutes } from "./accounts/dashboard-routes";
import { googleRoutes } from "./accounts/google-routes";
import { passkeyRoutes } from "./accounts/passkey-routes";
import { personalKeyRoutes } from "./accounts/personal-key-routes";
import { profileRoutes } from "./accounts/profile-routes";
import { proofRoutes } from "./accounts/proof-routes";
import { recoveryRoutes } from "./accounts/recovery-routes";
import { secondFactorRoutes } from "./accounts/second-factor-routes";
import { sessionRoutes } from "./accounts/session-routes";
import { adminRoutes } from "./admin-routes";
import { audienceRoutes } from "./campaigns/audience-routes";
import { campaignLinkRoutes } from "./campaigns/campaign-link-routes";
import { campaignRoutes } from "./campaigns/campaign-routes";
import { campaignStatsRoutes } from "./campaigns/campaign-stats-routes";
import { coverRoutes } from "./campaigns/cover-routes";
import { joinRequestRoutes, ownJoinRequestRoutes } from "./campaigns/join-request-routes";
import { linkRoutes } from "./campaigns/link-routes";
import { linkStatsRoutes } from "./campaigns/link-series-routes";
import { namedLinkRoutes } from "./campaigns/named-link-routes";
import { publicFiguresRoutes } from "./campaigns/public-figures-routes";
import { campaignReportRoutes } from "./campaigns/report-routes";
import { campaignClickRoutes } from "./clicks/campaign-click-routes";
import { campaignObjectionRoutes } from "./clicks/campaign-objection-routes";
import { ownClickRoutes } from "./clicks/own-click-routes";
import { policyRoutes } from "./clicks/policy-routes";
import { campaignKeyRoutes } from "./conversions/campaign-key-routes";
import { conversionRoutes } from "./conversions/conversion-routes";
import { eventRoutes } from "./events/event-routes";
import { stripeRoutes } from "./money/stripe-routes";
import { walletRoutes } from "./money/wallet-routes";
import { noticeRoutes } from "./notices/notice-routes";
import { unsubscribeRoutes } from "./notices/unsubscribe-routes";
import { webhookDeliveryRoutes } from "./notices/webhook-delivery-routes";
import { webhookRoutes } from "./notices/webhook-routes";
import { contactRoutes } from "./operations/contact-routes";
import { privacyRoutes } from "./operations/privacy-routes";

/** All routes under `/api`, one line per resource. The typed client is derived from these lines. */
export const apiRoutes = [
  ["/api/auth", authRoutes],
  ["/api/auth", sessionRoutes],
  ["/api/auth", recoveryRoutes],
  ["/api/auth/proof", proofRoutes],
  ["/api/auth/second-factor", secondFactorRoutes],
  ["/api/auth/passkeys", passkeyRoutes],
  ["/api/auth/google", googleRoutes],
  ["/api/users", userRoutes],
  ["/api/users/profile", profileRoutes],
  ["/api/users/agreement", agreementRoutes],
  ["/api/keys", personalKeyRoutes],
  ["/api/users/channels", channelRoutes],
  ["/api/campaigns/covers", coverRoutes],
  ["/api/campaigns/join-requests", ownJoinRequestRoutes],
  ["/api/campaigns", campaignRoutes],
  ["/api/campaigns", joinRequestRoutes],
  ["/api/campaigns", campaignLinkRoutes],
  ["/api/campaigns", audienceRoutes],
  ["/api/campaigns", campaignReportRoutes],
  ["/api/campaigns", campaignStatsRoutes],
  ["/api/campaigns", campaignClickRoutes],
  ["/api/campaigns", campaignObjectionRoutes],
  ["/api/campaigns", campaignKeyRoutes],
  ["/api/links", linkRoutes],
  ["/api/links", namedLinkRoutes],
  ["/api", conversionRoutes],
  ["/api/links", linkStatsRoutes],
  ["/api/links", ownClickRoutes],
  ["/api/wallet", walletRoutes],
  ["/api/stripe", stripeRoutes],
  ["/api/notices", noticeRoutes],
  ["/api/events", eventRoutes],
  ["/api/notices/unsubscribe", unsubscribeRoutes],
  ["/api/webhooks", webhookRoutes],
  ["/api/webhooks", webhookDeliveryRoutes],
  ["/api/contact", contactRoutes],
  ["/api/policy", policyRoutes],
  ["/api/privacy", privacyRoutes],
  ["/api/marketplace", publicFiguresRoutes],
  ...adminRoutes,
] as const;
