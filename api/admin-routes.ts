import { accountResources, userToolRoutes } from "./accounts/operated";
import { campaignResources } from "./campaigns/operated";
import { clickRoutes, suspectResource } from "./clicks/flagged-clicks";
import { adminPolicyRoutes, policyVersionResource } from "./clicks/policy";
import { ipDataRoutes } from "./ip/ip-data";
import { ledgerRoutes, moneyResources } from "./money/operated";
import { mailResource } from "./notices/notices";
import { caseRoutes } from "./operations/cases";
import {
  auditResource,
  operatorRoutes,
  operatorTokenRoutes,
  queueRoutes,
  todoRoutes,
} from "./operations/operated";

/** The routes for operators. A resource names its own path. */
export const adminRoutes = [
  ["/api/admin/me", operatorRoutes],
  ["/api/admin/operators", operatorTokenRoutes],
  ["/api/admin/ledger", ledgerRoutes],
  ["/api/admin/clicks", clickRoutes],
  ["/api/admin/cases", caseRoutes],
  ["/api/admin/policy", adminPolicyRoutes],
  policyVersionResource,
  ["/api/admin/ip-data", ipDataRoutes],
  suspectResource,
  ...campaignResources,
  ["/api/admin/users", userToolRoutes],
  ...accountResources,
  ...moneyResources,
  mailResource,
  auditResource,
  ["/api/admin/queues", queueRoutes],
  ["/api/admin/todo", todoRoutes],
] as const;
