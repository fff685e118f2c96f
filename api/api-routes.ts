import { channelRoutes } from "./accounts/channels";
import { passkeyRoutes, proofRoutes, secondFactorRoutes } from "./accounts/factors";
import { googleRoutes } from "./accounts/google";
import { personalKeyRoutes } from "./accounts/keys";
import { agreementRoutes, profileRoutes, userRoutes } from "./accounts/profile";
import { recoveryRoutes } from "./accounts/recovery";
import { authRoutes, sessionRoutes } from "./accounts/sign-in";
import { adminRoutes } from "./admin-routes";
import { campaignReportRoutes, campaignRoutes, coverRoutes } from "./campaigns/campaigns";
import { joinRequestRoutes, ownJoinRequestRoutes } from "./campaigns/join-requests";
import {
  campaignLinkRoutes,
  campaignStatsRoutes,
  linkRoutes,
  linkStatsRoutes,
  namedLinkRoutes,
} from "./campaigns/links";
import { campaignClickRoutes, ownClickRoutes } from "./clicks/own-clicks";
import { policyRoutes } from "./clicks/policy";
import { campaignKeyRoutes, conversionRoutes } from "./conversions/conversions";
import { eventRoutes } from "./events/events";
import { stripeRoutes } from "./money/stripe";
import { walletRoutes } from "./money/wallet";
import { noticeRoutes, unsubscribeRoutes } from "./notices/notices";
import { webhookDeliveryRoutes, webhookRoutes } from "./notices/webhooks";
import { ownCaseRoutes } from "./operations/cases";
import { contactRoutes, privacyRoutes } from "./operations/system";

/** All routes under `/api`, in the order in which they match. The typed client is derived from these lines. */
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
  ["/api/campaigns", campaignReportRoutes],
  ["/api/campaigns", campaignStatsRoutes],
  ["/api/campaigns", campaignClickRoutes],
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
  ["/api/cases", ownCaseRoutes],
  ["/api/contact", contactRoutes],
  ["/api/policy", policyRoutes],
  ["/api/privacy", privacyRoutes],
  ...adminRoutes,
] as const;
