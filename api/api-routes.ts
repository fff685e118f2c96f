import { agreementRoutes } from "./accounts/agreement-routes";
import { authRoutes } from "./accounts/auth-routes";
import { channelRoutes } from "./accounts/channel-routes";
import { userRoutes } from "./accounts/dashboard-routes";
import { googleRoutes } from "./accounts/google-routes";
import { guardianRoutes } from "./accounts/guardian-routes";
import { ownGuardianRoutes } from "./accounts/own-guardian-routes";
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
import { draftRoutes } from "./campaigns/draft-routes";
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
import { newRouter } from "./define-route";
import { eventRoutes } from "./events/event-routes";
import { stripeRoutes } from "./money/stripe-routes";
import { walletRoutes } from "./money/wallet-routes";
import { noticeRoutes } from "./notices/notice-routes";
import { unsubscribeRoutes } from "./notices/unsubscribe-routes";
import { webhookDeliveryRoutes } from "./notices/webhook-delivery-routes";
import { webhookRoutes } from "./notices/webhook-routes";
import { contactRoutes } from "./operations/contact-routes";
import { privacyRoutes } from "./operations/privacy-routes";

/** All routes under `/api`, one line per resource. The typed client is derived from this chain. */
export const apiRoutes = newRouter()
  .route("/auth", authRoutes)
  .route("/auth", sessionRoutes)
  .route("/auth", recoveryRoutes)
  .route("/auth/proof", proofRoutes)
  .route("/auth/second-factor", secondFactorRoutes)
  .route("/auth/passkeys", passkeyRoutes)
  .route("/auth/google", googleRoutes)
  .route("/auth/guardian", guardianRoutes)
  .route("/users", userRoutes)
  .route("/users/profile", profileRoutes)
  .route("/users/agreement", agreementRoutes)
  .route("/users/guardian", ownGuardianRoutes)
  .route("/keys", personalKeyRoutes)
  .route("/users/channels", channelRoutes)
  .route("/campaigns/drafts", draftRoutes)
  .route("/campaigns/covers", coverRoutes)
  .route("/campaigns/join-requests", ownJoinRequestRoutes)
  .route("/campaigns", campaignRoutes)
  .route("/campaigns", joinRequestRoutes)
  .route("/campaigns", campaignLinkRoutes)
  .route("/campaigns", audienceRoutes)
  .route("/campaigns", campaignReportRoutes)
  .route("/campaigns", campaignStatsRoutes)
  .route("/campaigns", campaignClickRoutes)
  .route("/campaigns", campaignObjectionRoutes)
  .route("/campaigns", campaignKeyRoutes)
  .route("/links", linkRoutes)
  .route("/links", namedLinkRoutes)
  .route("/", conversionRoutes)
  .route("/links", linkStatsRoutes)
  .route("/links", ownClickRoutes)
  .route("/wallet", walletRoutes)
  .route("/stripe", stripeRoutes)
  .route("/notices", noticeRoutes)
  .route("/events", eventRoutes)
  .route("/notices/unsubscribe", unsubscribeRoutes)
  .route("/webhooks", webhookRoutes)
  .route("/webhooks", webhookDeliveryRoutes)
  .route("/contact", contactRoutes)
  .route("/policy", policyRoutes)
  .route("/privacy", privacyRoutes)
  .route("/marketplace", publicFiguresRoutes)
  .route("/admin", adminRoutes);
