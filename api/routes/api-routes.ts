import { newRouter } from "../define-route";
import { adminRoutes } from "./admin/admin-routes";
import { authRoutes } from "./auth";
import { campaignLinkRoutes } from "./campaign-links";
import { campaignStatsRoutes } from "./campaign-stats";
import { campaignRoutes } from "./campaigns";
import { googleRoutes } from "./google";
import { linkStatsRoutes } from "./link-stats";
import { linkRoutes } from "./links";
import { policyRoutes } from "./policy";
import { stripeRoutes } from "./stripe";
import { userRoutes } from "./users";
import { walletRoutes } from "./wallet";

/** Every call under `/api`, one line a resource; the typed client is derived from this chain. */
export const apiRoutes = newRouter()
  .route("/auth", authRoutes)
  .route("/auth/google", googleRoutes)
  .route("/users", userRoutes)
  .route("/campaigns", campaignRoutes)
  .route("/campaigns", campaignLinkRoutes)
  .route("/campaigns", campaignStatsRoutes)
  .route("/links", linkRoutes)
  .route("/links", linkStatsRoutes)
  .route("/wallet", walletRoutes)
  .route("/stripe", stripeRoutes)
  .route("/policy", policyRoutes)
  .route("/admin", adminRoutes);
