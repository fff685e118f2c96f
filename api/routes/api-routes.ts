import { newRouter } from "../define-route";
import { adminRoutes } from "./admin/admin-routes";
import { authRoutes } from "./auth";
import { campaignKeyRoutes } from "./campaign-keys";
import { campaignLinkRoutes } from "./campaign-links";
import { campaignStatsRoutes } from "./campaign-stats";
import { campaignRoutes } from "./campaigns";
import { conversionRoutes } from "./conversions";
import { googleRoutes } from "./google";
import { linkStatsRoutes } from "./link-stats";
import { linkRoutes } from "./links";
import { liveClickRoutes } from "./live-clicks";
import { ownClickRoutes } from "./own-clicks";
import { policyRoutes } from "./policy";
import { profileRoutes } from "./profile";
import { sessionRoutes } from "./sessions";
import { stripeRoutes } from "./stripe";
import { userRoutes } from "./users";
import { walletRoutes } from "./wallet";

/** Every call under `/api`, one line a resource; the typed client is derived from this chain. */
export const apiRoutes = newRouter()
  .route("/auth", authRoutes)
  .route("/auth", sessionRoutes)
  .route("/auth/google", googleRoutes)
  .route("/users", userRoutes)
  .route("/users/profile", profileRoutes)
  .route("/campaigns", campaignRoutes)
  .route("/campaigns", campaignLinkRoutes)
  .route("/campaigns", campaignStatsRoutes)
  .route("/campaigns", campaignKeyRoutes)
  .route("/links", linkRoutes)
  .route("/", conversionRoutes)
  .route("/links", linkStatsRoutes)
  .route("/links", liveClickRoutes)
  .route("/links", ownClickRoutes)
  .route("/wallet", walletRoutes)
  .route("/stripe", stripeRoutes)
  .route("/policy", policyRoutes)
  .route("/admin", adminRoutes);
