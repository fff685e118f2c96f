import { OpenAPIHono } from "@hono/zod-openapi";
import { userRoutes } from "../accounts/dashboard-routes";
import type { AppEnv } from "../app-env";
import { campaignLinkRoutes } from "../campaigns/campaign-link-routes";
import { campaignRoutes } from "../campaigns/campaign-routes";
import { campaignStatsRoutes } from "../campaigns/campaign-stats-routes";
import { joinRequestRoutes } from "../campaigns/join-request-routes";
import { linkRoutes } from "../campaigns/link-routes";
import { linkStatsRoutes } from "../campaigns/link-series-routes";
import { campaignClickRoutes } from "../clicks/campaign-click-routes";
import { ownClickRoutes } from "../clicks/own-click-routes";
import { conversionRoutes } from "../conversions/conversion-routes";
import { walletRoutes } from "../money/wallet-routes";
import { webhookDeliveryRoutes } from "../notices/webhook-delivery-routes";
import { respondError } from "../respond-error";

type Reader = AppEnv["Variables"];

const readers = new WeakMap<Request, Reader>();

/** Paths that pages can follow; `*` matches one segment. */
const readable = [
  "/api/users/dashboard",
  "/api/campaigns/*",
  "/api/campaigns/*/stats",
  "/api/campaigns/*/stats/series",
  "/api/campaigns/*/stats/breakdown",
  "/api/campaigns/*/links",
  "/api/campaigns/*/join-requests",
  "/api/campaigns/*/conversions",
  "/api/campaigns/*/clicks",
  "/api/links/*/stats",
  "/api/links/*/stats/series",
  "/api/links/*/stats/breakdown",
  "/api/links/*/clicks",
  "/api/links/*/conversions",
  "/api/wallet/summary",
  "/api/wallet/earnings",
  "/api/wallet/transactions",
  "/api/webhooks/*/deliveries",
].map((path) => path.split("/"));

const routes = new OpenAPIHono<AppEnv>();
routes.onError((error, c) => respondError(error, c));
routes.use(async (c, next) => {
  const reader = readers.get(c.req.raw);
  if (!reader) return c.notFound();
  c.set("deps", reader.deps);
  c.set("ctx", reader.ctx);
  c.set("requestId", reader.requestId);
  c.set("clientIp", reader.clientIp);
  return next();
});
routes
  .route("/api/users", userRoutes.app)
  .route("/api/campaigns", campaignRoutes.app)
  .route("/api/campaigns", joinRequestRoutes.app)
  .route("/api/campaigns", campaignLinkRoutes.app)
  .route("/api/campaigns", campaignStatsRoutes.app)
  .route("/api/campaigns", campaignClickRoutes.app)
  .route("/api/links", linkRoutes.app)
  .route("/api", conversionRoutes.app)
  .route("/api/links", linkStatsRoutes.app)
  .route("/api/links", ownClickRoutes.app)
  .route("/api/wallet", walletRoutes.app)
  .route("/api/webhooks", webhookDeliveryRoutes.app);

/** True if pages may follow the answer at this address (`/api/wallet/summary`, with a query or not). */
export function isReadable(address: string): boolean {
  const path = address.split("?", 1)[0] ?? "";
  // A backslash or an encoded dot would lead to a different route.
  if (URL.parse(`http://localhost${path}`)?.pathname !== path) return false;
  const segments = path.split("/");
  return readable.some(
    (pattern) =>
      pattern.length === segments.length &&
      pattern.every((part, place) => part === "*" || part === segments[place]),
  );
}

/**
 * Returns the JSON at a readable address as the caller of `reader` would receive it, or null if the
 * route refuses or fails. The call is not logged or counted as a request.
 */
export async function readAnswer(
  address: string,
  { reader, peerIp }: { reader: Reader; peerIp: string },
): Promise<string | null> {
  const request = new Request(`http://localhost${address}`);
  readers.set(request, reader);
  const answer = await routes.fetch(request, { peerIp });
  return answer.status === 200 ? answer.text() : null;
}
