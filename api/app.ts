import { findPreviewCrawler, isPrefetch } from "@fairclick/core/clicks/rules/requests";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { errorResponseSchema } from "@fairclick/core/schemas";
import { markHoneypot } from "@fairclick/services/clicks/retain";
import { prometheus } from "@hono/prometheus";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { requestId } from "hono/request-id";
import { getPath } from "hono/utils/url";
import { apiRoutes } from "./api-routes";
import type { ApiDeps, AppEnv } from "./app-env";
import {
  compressResponses,
  identify,
  limitBody,
  logRequests,
  secureResponses,
  trackPresence,
} from "./middleware";
import { metrics, systemRoutes } from "./operations/system";
import { serveCovers } from "./pages/asset";
import { createSitemap, robots, serveGuide, serveReference } from "./pages/guide";
import { serveReportPage } from "./pages/report-page";
import { createSpa } from "./pages/spa";
import { readVisitor } from "./read-visitor";
import { readPurpose } from "./redirect/capture-click";
import { clientAddress, parseTrustedRanges } from "./redirect/client-address";
import { trapPage } from "./redirect/pages";
import {
  completeDocument,
  describeBeforeTheApp,
  type Paths,
  tags,
} from "./reference/complete-document";
import { respondError } from "./respond";
import { requestedLanguage, speakLanguage } from "./speak-language";

/** Creates the app for everything except redirects and impressions, which are answered before it. */
export function createApp(deps: ApiDeps) {
  const app = new OpenAPIHono<AppEnv>({ getPath: canonicalPath });
  const spa = createSpa(deps);
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
    const page = c.req.path.startsWith("/api/")
      ? null
      : await spa(c.req.raw, c.req.path, c.var.clientIp);
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

const info = {
  title: "Fairclick",
  version: "1",
  description: [
    "The web app and the command line use this API for everything they do.",
    "Send a session token, an API key, an operator's token or a campaign's key as `authorization: Bearer …`, or in `x-auth-token`. Signing in returns a session token; the page API creates API keys with the scopes that you choose, and a campaign's page creates campaign keys.",
    "Amounts are in dollars, and in whole cents under /api/stripe. Times are ISO 8601 in UTC. Lists return `nextCursor`: pass it as `cursor` to get the next page, until it is null.",
    "Errors have a status of 400 or above and one shape: `code` for programs, `message` for people, and `issues` for invalid fields. With 429 and 503, `retry-after` says when to retry.",
    "[Webhooks and API keys](/docs/webhooks) explains how to receive events, verify them, and call the API.",
  ].join("\n\n"),
};

export type ApiDocument = {
  info: typeof info;
  paths: Paths;
  components: { schemas: Record<string, unknown> };
};

/** Serves the OpenAPI document of all routes at `/api/openapi.json`. */
function describeApi(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  // A schema that was made before @hono/zod-openapi was imported cannot be registered; a copy can.
  app.openAPIRegistry.register("Error", errorResponseSchema.clone());
  describeBeforeTheApp(app);
  let written: Uint8Array<ArrayBuffer> | null = null;
  app.get("/api/openapi.json", (c) => {
    // Written once: it takes long enough that a stranger's requests would keep everybody waiting.
    written ??= new TextEncoder().encode(JSON.stringify(createDocument(app)));
    return c.body(written, 200, { "content-type": "application/json" });
  });
}

function createDocument(app: OpenAPIHono<AppEnv>): ApiDocument {
  const document = asOurs(app.getOpenAPI31Document({ openapi: "3.1.0", info, tags }));
  completeDocument(document.paths);
  return document;
}

/** The cast is safe: `Router` and `describeBeforeTheApp` set all these fields on every operation. */
function asOurs(document: unknown): ApiDocument {
  return document as ApiDocument;
}

/** Creates the OpenAPI document without the routes of operators, for clients of programs. */
export function createProgramDocument(): ApiDocument {
  const app = new OpenAPIHono<AppEnv>();
  for (const [prefix, router] of apiRoutes) app.route(prefix, router.app);
  describeApi(app);
  const document = createDocument(app);
  const paths = Object.entries(document.paths).filter(([path]) => !path.startsWith("/api/admin/"));
  return { ...document, paths: Object.fromEntries(paths) };
}

const aliases: ReadonlySet<string> = new Set([
  "/users/dashboard",
  "/campaigns",
  "/campaigns/joined",
]);

/**
 * Returns the path to route by. Some routes also work without the `/api` prefix, except when a
 * browser or the reader of a link preview requests the page with the same path.
 */
function canonicalPath(request: Request): string {
  const path = getPath(request);
  if (isPage(request)) return path;
  return aliases.has(path) || path.startsWith("/campaigns/join/") ? `/api${path}` : path;
}

function isPage({ method, headers }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const userAgent = headers.get("user-agent") ?? "";
  return (
    (headers.get("accept") ?? "").includes("text/html") || findPreviewCrawler(userAgent) !== null
  );
}

/** Answers the hidden links, which only programs follow. */
export const trap = createMiddleware<AppEnv>(async (c) => {
  if (isFromOurPage(c)) await markHoneypot(c.var.ctx, await readVisitor(c));
  return trapPage(requestedLanguage(c.req.raw.headers));
});

const ownSites = new Set(["same-origin", "same-site"]);
const linkDestinations = new Set(["document", "empty"]);

/**
 * Returns true if a program followed a hidden link of our own pages. Anyone can publish this URL or
 * embed it in a page, so requests count only if the headers show that they come from our pages: a
 * browser sends `cross-site` for other sites, `none` for typed URLs and other programs, and the
 * destination for images and frames. A request without these headers counts unless its referrer is a
 * foreign page.
 */
function isFromOurPage(c: Context<AppEnv>): boolean {
  if (isPrefetch(readPurpose(c.req.raw.headers))) return false;
  const site = c.req.header("sec-fetch-site");
  const destination = c.req.header("sec-fetch-dest");
  if (destination !== undefined && !linkDestinations.has(destination)) return false;
  return site === undefined ? !hasForeignReferrer(c) : ownSites.has(site);
}

function hasForeignReferrer(c: Context<AppEnv>): boolean {
  const { appUrl, trackingUrl } = c.var.deps.config;
  const pages = new Set([appUrl, trackingUrl].map((url) => new URL(url).host));
  return ["referer", "origin"].some((name) => {
    const url = c.req.header(name);
    return url !== undefined && !pages.has(URL.parse(url)?.host ?? "");
  });
}
