import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { findCampaignPreview } from "@fairclick/services/campaigns/read-campaigns";
import { prometheus } from "@hono/prometheus";
import { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { requestId } from "hono/request-id";
import { apiRoutes } from "./api-routes";
import type { ApiDeps, AppEnv } from "./app-env";
import { canonicalPath } from "./canonical-path";
import { trap } from "./clicks/trap-routes";
import { limitBody } from "./middleware/body-limit";
import { compressResponses } from "./middleware/compress-responses";
import { identify } from "./middleware/identify";
import { logRequests } from "./middleware/log-requests";
import { secureResponses } from "./middleware/secure-responses";
import { speakLanguage } from "./middleware/speak-language";
import { trackPresence } from "./middleware/track-presence";
import { describeApi } from "./openapi";
import { metrics } from "./operations/metrics-routes";
import { systemRoutes } from "./operations/system-routes";
import { serveCovers } from "./pages/cover-pages";
import { serveReference } from "./pages/docs-routes";
import { serveGuide } from "./pages/guide-routes";
import { serveReportPage } from "./pages/report-page-routes";
import { robots } from "./pages/robots-routes";
import { createSitemap } from "./pages/sitemap-routes";
import { createSpa } from "./pages/spa";
import { clientAddress, parseTrustedRanges } from "./redirect/client-address";
import { respondError } from "./respond-error";

/** Creates the app for everything except redirects and impressions, which are answered before it. */
export function createApp(deps: ApiDeps) {
  const app = new OpenAPIHono<AppEnv>({ getPath: canonicalPath });
  const spa = createSpa(deps.config, (id) => findCampaignPreview(deps.db, id));
  app.onError((error, c) => respondError(error, c));
  app.use(requestId());
  app.use(provideDeps(deps));
  app.use(prometheus({ registry: deps.metrics }).registerMetrics);
  app.use(logRequests(deps.log));
  app.use(secureResponses(deps.config));
  app.use("/api/*", speakLanguage, compressResponses, limitBody, identify, trackPresence);
  for (const [prefix, router] of apiRoutes) app.route(prefix, router.app);
  app.route("/", systemRoutes.app);
  describeApi(app);
  serveReference(app);
  serveReportPage(app);
  serveGuide(app);
  serveCovers(app);
  app.get("/metrics", metrics);
  app.get("/robots.txt", robots);
  app.get("/sitemap.xml", createSitemap(deps));
  app.all("/api/clicks/trap/:token", trap);
  app.get("*", async (c, next) => {
    const page = c.req.path.startsWith("/api/") ? null : await spa(c.req.raw, c.req.path);
    return page ?? next();
  });
  app.notFound((c) =>
    respondError(new AppError("not_found", t`There is nothing at this address`), c),
  );
  return app;
}

function provideDeps(deps: ApiDeps) {
  const trusted = parseTrustedRanges(deps.config.trustedProxies);
  return createMiddleware<AppEnv>(async (c, next) => {
    const ip = clientAddress(c.env.peerIp, c.req.header("x-forwarded-for") ?? null, trusted);
    c.set("deps", deps);
    c.set("clientIp", ip);
    await next();
  });
}
