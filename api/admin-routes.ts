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
import { objectionRoutes } from "./clicks/objection-routes";
import { adminPolicyRoutes } from "./clicks/operated-policy-routes";
import { statsRoutes } from "./clicks/stats-routes";
import { suspectRoutes } from "./clicks/suspect-routes";
import { topClickRoutes } from "./clicks/top-click-routes";
import { ipDataRoutes } from "./ip/ip-data-routes";
import { ledgerRoutes } from "./money/ledger-routes";
import { adminRefundRoutes } from "./money/operated-refund-routes";
import { adminWithdrawalRoutes } from "./money/operated-withdrawal-routes";
import { stripeEventRoutes } from "./money/stripe-event-routes";
import { operatedMailRoutes } from "./notices/operated-mail-routes";
import { auditRoutes } from "./operations/audit-routes";
import { operatorRoutes } from "./operations/me-routes";
import { operatorTokenRoutes } from "./operations/operator-routes";
import { queueRoutes } from "./operations/queue-routes";
import { statusRoutes } from "./operations/status-routes";
import { todoRoutes } from "./operations/todo-routes";

/** All routes for operators, one line per resource. */
export const adminRoutes = [
  ["/api/admin/me", operatorRoutes],
  ["/api/admin/operators", operatorTokenRoutes],
  ["/api/admin/ledger", ledgerRoutes],
  ["/api/admin/clicks", topClickRoutes],
  ["/api/admin/clicks", clickRoutes],
  ["/api/admin/clicks", clickDecisionRoutes],
  ["/api/admin/clicks", clickReplayRoutes],
  ["/api/admin/link-findings", linkFindingRoutes],
  ["/api/admin/appeals", appealRoutes],
  ["/api/admin/objections", objectionRoutes],
  ["/api/admin/policy", adminPolicyRoutes],
  ["/api/admin/stripe/events", stripeEventRoutes],
  ["/api/admin/ip-data", ipDataRoutes],
  ["/api/admin/links", adminLinkRoutes],
  ["/api/admin/links", suspectRoutes],
  ["/api/admin/links", linkDetailsRoutes],
  ["/api/admin/campaigns", adminCampaignRoutes],
  ["/api/admin/reviews", reviewRoutes],
  ["/api/admin/reports", reportRoutes],
  ["/api/admin/users", adminUserRoutes],
  ["/api/admin/users", creatorLinkRoutes],
  ["/api/admin/recoveries", adminRecoveryRoutes],
  ["/api/admin/creators", adminChannelRoutes],
  ["/api/admin/withdrawals", adminWithdrawalRoutes],
  ["/api/admin/refunds", adminRefundRoutes],
  ["/api/admin/mail", operatedMailRoutes],
  ["/api/admin/audit", auditRoutes],
  ["/api/admin/queues", queueRoutes],
  ["/api/admin/todo", todoRoutes],
  ["/api/admin/status", statusRoutes],
  ["/api/admin/stats", statsRoutes],
] as const;
