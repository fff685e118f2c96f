import { newRouter } from "../../define-route";
import { ipDataRoutes } from "./ip-data";
import { ledgerRoutes } from "./ledger";
import { operatorRoutes } from "./me";
import { stripeEventRoutes } from "./stripe-events";

/** What operators may call, one line a resource. */
export const adminRoutes = newRouter()
  .route("/me", operatorRoutes)
  .route("/ledger", ledgerRoutes)
  .route("/stripe/events", stripeEventRoutes)
  .route("/ip-data", ipDataRoutes);
