import { adminChannelRoutes, adminUserRoutes, userToolRoutes } from "./accounts/users";
import { adminCampaignRoutes, adminLinkRoutes, creatorLinkRoutes } from "./campaigns/operated";
import { clickDecisionRoutes, clickReplayRoutes, clickRoutes } from "./clicks/flagged-clicks";
import { adminPolicyRoutes, policyVersionRoutes } from "./clicks/policy";
import { statsRoutes } from "./clicks/stats";
import { suspectRoutes, topClickRoutes } from "./clicks/suspects";
import { ipDataRoutes } from "./ip/ip-data";
import { ledgerRoutes } from "./money/ledger";
import { adminRefundRoutes, adminWithdrawalRoutes, stripeEventRoutes } from "./money/operated";
import { mailActRoutes, mailRoutes } from "./notices/mail";
import { caseRoutes } from "./operations/cases";
import { auditRoutes, operatorRoutes, operatorTokenRoutes } from "./operations/operators";
import { queueRoutes } from "./operations/queues";
import { statusRoutes, todoRoutes } from "./operations/todo";

/** All routes for operators, one line per resource. */
export const adminRoutes = [
  ["/api/admin/me", operatorRoutes],
  ["/api/admin/operators", operatorTokenRoutes],
  ["/api/admin/ledger", ledgerRoutes],
  ["/api/admin/clicks", topClickRoutes],
  ["/api/admin/clicks", clickRoutes],
  ["/api/admin/clicks", clickReplayRoutes],
  ["/api/admin/clicks", clickDecisionRoutes],
  ["/api/admin/cases", caseRoutes],
  ["/api/admin/policy", adminPolicyRoutes],
  ["/api/admin/policy/versions", policyVersionRoutes],
  ["/api/admin/stripe/events", stripeEventRoutes],
  ["/api/admin/ip-data", ipDataRoutes],
  ["/api/admin/links", suspectRoutes],
  ["/api/admin/links", adminLinkRoutes],
  ["/api/admin/campaigns", adminCampaignRoutes],
  ["/api/admin/users", userToolRoutes],
  ["/api/admin/users", adminUserRoutes],
  ["/api/admin/users", creatorLinkRoutes],
  ["/api/admin/creators", adminChannelRoutes],
  ["/api/admin/withdrawals", adminWithdrawalRoutes],
  ["/api/admin/refunds", adminRefundRoutes],
  ["/api/admin/mail", mailRoutes],
  ["/api/admin/mail", mailActRoutes],
  ["/api/admin/audit", auditRoutes],
  ["/api/admin/queues", queueRoutes],
  ["/api/admin/todo", todoRoutes],
  ["/api/admin/status", statusRoutes],
  ["/api/admin/stats", statsRoutes],
] as const;
