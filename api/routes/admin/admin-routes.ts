import { newRouter } from "../../define-route";
import { appealRoutes } from "./appeals";
import { auditRoutes } from "./audit";
import { adminCampaignRoutes } from "./campaigns";
import { clickDecisionRoutes } from "./click-decisions";
import { clickReplayRoutes } from "./click-replay";
import { clickRoutes } from "./clicks";
import { adminConversionRoutes } from "./conversions";
import { ipDataRoutes } from "./ip-data";
import { ledgerRoutes } from "./ledger";
import { adminLinkRoutes } from "./links";
import { operatorRoutes } from "./me";
import { adminPolicyRoutes } from "./policy";
import { queueRoutes } from "./queues";
import { statsRoutes } from "./stats";
import { statusRoutes } from "./status";
import { stripeEventRoutes } from "./stripe-events";
import { adminUserRoutes } from "./users";
import { adminWithdrawalRoutes } from "./withdrawals";

/** What operators may call, one line a resource. */
export const adminRoutes = newRouter()
  .route("/me", operatorRoutes)
  .route("/ledger", ledgerRoutes)
  .route("/clicks", clickRoutes)
  .route("/clicks", clickDecisionRoutes)
  .route("/clicks", clickReplayRoutes)
  .route("/conversions", adminConversionRoutes)
  .route("/appeals", appealRoutes)
  .route("/policy", adminPolicyRoutes)
  .route("/stripe/events", stripeEventRoutes)
  .route("/ip-data", ipDataRoutes)
  .route("/links", adminLinkRoutes)
  .route("/campaigns", adminCampaignRoutes)
  .route("/users", adminUserRoutes)
  .route("/withdrawals", adminWithdrawalRoutes)
  .route("/audit", auditRoutes)
  .route("/queues", queueRoutes)
  .route("/status", statusRoutes)
  .route("/stats", statsRoutes);
