import { newRouter } from "../../define-route";
import { ipDataRoutes } from "./ip-data";
import { ledgerRoutes } from "./ledger";
import { operatorRoutes } from "./me";

/** What operators may call, one line a resource. */
export const adminRoutes = newRouter()
  .route("/me", operatorRoutes)
  .route("/ledger", ledgerRoutes)
  .route("/ip-data", ipDataRoutes);
