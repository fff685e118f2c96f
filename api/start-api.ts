import { openAttemptLimits } from "@fairclick/services/accounts/limits";
import { openImageTasks } from "@fairclick/services/campaigns/cover-images";
import { openCoverStore } from "@fairclick/services/campaigns/covers";
import { openLiveClicks } from "@fairclick/services/campaigns/live-clicks";
import { createImpressionCounter } from "@fairclick/services/clicks/impressions";
import type { Config } from "@fairclick/services/config";
import { openExportPlaces } from "@fairclick/services/files";
import { openPlaces } from "@fairclick/services/ip/ip-data";
import { createStripe } from "@fairclick/services/money/stripe";
import { openLiveNotices } from "@fairclick/services/notices/notices";
import { repeatAlerts } from "@fairclick/services/operations/alerts";
import { exportSpool, exportVitals } from "@fairclick/services/operations/export-vitals";
import { createVitalsReader } from "@fairclick/services/operations/vitals";
import { createImageFetcher, createPageFetcher } from "@fairclick/services/outgoing";
import { isOneOfSeveral, SharedRegistry } from "@fairclick/services/processes";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { openQueueOperations } from "@fairclick/services/queue/operate-queues";
import { openTracing } from "@fairclick/services/tracing";
import { openClickHouse } from "@fairclick/sql/db/clickhouse";
import { connect } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { collectDefaultMetrics } from "prom-client";
import { createApp } from "./app";
import type { ApiDeps } from "./app-env";
import { openImpressions } from "./impressions/impressions";
import { parseTrustedRanges } from "./redirect/client-address";
import { openRedirect } from "./redirect/open-redirect";

const IDLE_TIMEOUT_SECONDS = 30;
const STOP_TIMEOUT_MS = 10_000;
/** Must be larger than the largest limit in `middleware.ts`; Bun rejects larger requests itself. */
const MAX_REQUEST_BYTES = 9 * 1_024 * 1_024;

export type RunningApi = {
  port: number;
  /** Stops accepting requests, finishes running ones, then closes all connections. */
  stop: () => Promise<void>;
};

/** Opens all connections of an api process and listens on the configured port (0: any free port). */
export function startApi(config: Config, log: Logger): RunningApi {
  const db = connect(config.databaseUrl, {
    applicationName: "fairclick-api",
    clickhouse: config.clickhouse && openClickHouse(config.clickhouse),
  });
  const queue = openQueue(config, { log, runsJobs: false });
  const queues = openQueueOperations(config, log);
  const limits = openAttemptLimits(config, log);
  const liveClicks = openLiveClicks({ db, log });
  const liveNotices = openLiveNotices({ db, log });
  const places = openPlaces(db, log);
  const metrics = new SharedRegistry();
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 1_000 });
  const readVitals = createVitalsReader({ db, queue });
  exportVitals(metrics, readVitals, config);
  exportSpool(metrics, config.dataDir);
  const tracing = openTracing(config, { service: "api", log });
  const redirect = openRedirect({ config, db, queue, metrics, log, tracing });
  const deps: ApiDeps = {
    config,
    db,
    log,
    queue,
    queues,
    limits,
    liveClicks,
    liveNotices,
    takeExportPlace: openExportPlaces(),
    pictures: { store: openCoverStore(config), tasks: openImageTasks() },
    fetchPage: createPageFetcher({ appUrl: config.appUrl }),
    fetchImage: createImageFetcher({ appUrl: config.appUrl }),
    places,
    metrics,
    readVitals,
    countCachedLinks: redirect.countLinks,
    now: () => new Date(),
    stripe: createStripe(config.stripe),
  };
  const app = createApp(deps);
  const { alertWebhookUrl: webhookUrl, appUrl } = config;
  const alerts = repeatAlerts({ ...deps, webhookUrl, appUrl, listQueues: queue.listFigures });
  const counter = createImpressionCounter(db, log);
  const impressions = openImpressions({
    links: redirect.links,
    limits: redirect.limits,
    trusted: parseTrustedRanges(config.trustedProxies),
    counter,
  });
  // Who connects to a loopback address is on this machine. Asking for each peer costs 2 µs a redirect.
  const onlyPeer = ["127.0.0.1", "::1"].find((address) => address === config.listenHost);
  const server = Bun.serve({
    hostname: config.listenHost,
    port: config.port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_REQUEST_BYTES,
    development: false,
    // Outside development Bun would let any second process share the port instead of refusing it.
    reusePort: isOneOfSeveral,
    fetch: (request, server) => {
      const readPeer = () => server.requestIP(request)?.address ?? "127.0.0.1";
      const peerIp = onlyPeer ?? readPeer();
      return (
        redirect.answer(request, peerIp) ??
        impressions.answer(request, peerIp) ??
        app.fetch(request, { peerIp: readPeer(), waitForAnswer: () => server.timeout(request, 0) })
      );
    },
  });
  return {
    port: server.port ?? config.port,
    stop: async () => {
      liveClicks.close();
      liveNotices.close();
      await Promise.race([server.stop(), Bun.sleep(STOP_TIMEOUT_MS)]);
      await server.stop(true);
      await redirect.close();
      await tracing?.close();
      await counter.close();
      await alerts.stop();
      await Promise.all([queue.close(), queues.close(), limits.close()]);
      await db.end();
    },
  };
}
