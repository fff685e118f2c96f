import { adminChannelRoutes } from "./accounts/operated-channel-routes";
import { adminRecoveryRoutes } from "./accounts/operated-recovery-routes";
import { adminUserRoutes } from "./accounts/operated-user-routes";
import { creatorLinkRoutes } from "./campaigns/creator-link-routes";
import { linkDetailsRoutes } from "./campaigns/link-details-routes";
import { adminCampaignRoutes } from "./campaigns/operated-campaign-routes";
import { adminLinkRoutes } from "./campaigns/operated-link-routes";
import { reportRoutes } from "./campaigns/operated-report-routes";
import { reviewRoutes } from "./campaigns/review-routes";
import { appealRoutes } from "./clicks/appeal-routes";
import { clickDecisionRoutes } from "./clicks/click-decision-routes";
import { clickReplayRoutes } from "./clicks/click-replay-routes";
import { clickRoutes } from "./clicks/flagged-click-routes";
import { linkFindingRoutes } from "./clicks/link-finding-routes";
import { linkTimelineRoutes } from "./clicks/link-timeline-routes";
import { objectionRoutes } from "./clicks/objection-routes";
import { adminPolicyRoutes } from "./clicks/operated-policy-routes";
import { statsRoutes } from "./clicks/stats-routes";
import { suspectRoutes } from "./clicks/suspect-routes";
import { topClickRoutes } from "./clicks/top-click-routes";
import { adminConversionRoutes } from "./conversions/operated-conversion-routes";
import { newRouter } from "./define-route";
import { ipDataRoutes } from "./ip/ip-data-routes";
import { ledgerRoutes } from "./money/ledger-routes";
import { adminRefundRoutes } from "./money/operated-refund-routes";
import { adminWithdrawalRoutes } from "./money/operated-withdrawal-routes";
import { stripeEventRoutes } from "./money/stripe-event-routes";
import { operatedMailRoutes } from "./notices/operated-mail-routes";
import { operatorNoticeRoutes } from "./notices/operator-notice-routes";
import { auditRoutes } from "./operations/audit-routes";
import { operatorRoutes } from "./operations/me-routes";
import { operatorTokenRoutes } from "./operations/operator-routes";
import { queueRoutes } from "./operations/queue-routes";
import { statusRoutes } from "./operations/status-routes";
import { todoRoutes } from "./operations/todo-routes";

/** All routes for operators, one line per resource. */
export const adminRoutes = newRouter()
  .route("/me", operatorRoutes)
  .route("/operators", operatorTokenRoutes)
  .route("/ledger", ledgerRoutes)
  .route("/clicks", topClickRoutes)
  .route("/clicks", linkTimelineRoutes)
  .route("/clicks", clickRoutes)
  .route("/clicks", clickDecisionRoutes)
  .route("/clicks", clickReplayRoutes)
  .route("/conversions", adminConversionRoutes)
  .route("/link-findings", linkFindingRoutes)
  .route("/appeals", appealRoutes)
  .route("/objections", objectionRoutes)
  .route("/policy", adminPolicyRoutes)
  .route("/stripe/events", stripeEventRoutes)
  .route("/ip-data", ipDataRoutes)
  .route("/links", adminLinkRoutes)
  .route("/links", suspectRoutes)
  .route("/links", linkDetailsRoutes)
  .route("/campaigns", adminCampaignRoutes)
  .route("/reviews", reviewRoutes)
  .route("/reports", reportRoutes)
  .route("/users", adminUserRoutes)
  .route("/users", creatorLinkRoutes)
  .route("/recoveries", adminRecoveryRoutes)
  .route("/creators", adminChannelRoutes)
  .route("/withdrawals", adminWithdrawalRoutes)
  .route("/refunds", adminRefundRoutes)
  .route("/notices", operatorNoticeRoutes)
  .route("/mail", operatedMailRoutes)
  .route("/audit", auditRoutes)
  .route("/queues", queueRoutes)
  .route("/todo", todoRoutes)
  .route("/status", statusRoutes)
  .route("/stats", statsRoutes);
