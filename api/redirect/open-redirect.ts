import { compact } from "@fairclick/core/compact";
import type { Config } from "@fairclick/services/config";
import { withTimeout } from "@fairclick/services/context";
import type { JobQueue } from "@fairclick/services/queue/jobs";
import { spoolFolder } from "@fairclick/services/queue/spool-folder";
import type { Tracing } from "@fairclick/services/tracing";
import { findLinkByCode, findLinkOfCreator } from "@fairclick/sql/campaigns/links";
import type { ListeningDb } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { requestedLanguage } from "../speak-language";
import type { CachedCampaign } from "./campaign-pool";
import { parseTrustedRanges } from "./client-address";
import { getDeviceCookies } from "./device-cookie";
import { answerUnavailable, handleRedirect, type RedirectDeps } from "./handle-redirect";
import { createJournal, type Journal } from "./journal";
import { createLinkCache, type LinkCache } from "./link-cache";
import { createLine, createLookUpLimits, type LookUpLimits } from "./look-up-limits";
import { unknownPage } from "./pages";
import { previewPage, showGame } from "./preview-page";
import { createRedirectMetrics } from "./redirect-metrics";
import { parseRedirectPath } from "./redirect-path";
import { createSpool } from "./spool";

export type Redirect = {
  /** Returns null if the request is not for the redirect. */
  answer: (request: Request, peerIp: string) => Response | Promise<Response> | null;
  /** The link cache, which impressions share. */
  links: Pick<LinkCache, "get">;
  /** The look-up limits, which impressions share. */
  limits: LookUpLimits;
  countLinks: () => number;
  /** Resolves when every click is durable. Call it after the last request. */
  close: () => Promise<void>;
};

type Deps = {
  config: Pick<Config, "appUrl" | "dataDir" | "processes" | "trackingUrl" | "trustedProxies">;
  db: ListeningDb;
  queue: Pick<JobQueue, "sendClicks">;
  metrics: Registry;
  log: Logger;
  tracing: Tracing | null;
};

const SECRET_TIMEOUT_MS = 3_000;

export function openRedirect({ config, db, queue, metrics, log, tracing }: Deps): Redirect {
  const inTurn = createLine();
  const links = createLinkCache({
    loadLink: ({ campaignId, creatorId }) =>
      inTurn(() => findLinkOfCreator(db.sql, campaignId, creatorId)),
    loadCode: (code) => inTurn(() => findLinkByCode(db.sql, code)),
  });
  followLinkChanges(db, links, log);
  const spool = createSpool(spoolFolder(config.dataDir), log);
  const journal = createJournal({ queue, spool, log });
  const limits = createLookUpLimits(config);
  const deps = {
    links,
    limits,
    journal: tracing ? traceClicks(journal, tracing) : journal,
    trusted: parseTrustedRanges(config.trustedProxies),
    preview: (campaign: CachedCampaign) => previewPage(campaign, config.appUrl),
    game: showGame,
    secureCookie: config.trackingUrl.startsWith("https:"),
    metrics: createRedirectMetrics(metrics, { countLinks: links.size }),
    now: Date.now,
    log,
  };
  let ready: RedirectDeps | null = null;
  const prepare = async () => {
    const cookies = await withTimeout(getDeviceCookies(db), SECRET_TIMEOUT_MS, "Postgres");
    ready ??= { ...deps, cookies };
    return ready;
  };
  prepare().catch((error: unknown) =>
    log.debug({ err: error }, "the cookie secret is not loaded yet"),
  );
  return {
    answer: (request, peerIp) => {
      if (ready) return handleRedirect(ready, request, peerIp);
      if (parseRedirectPath(request.url) === null) return null;
      return prepare().then(
        (prepared) =>
          handleRedirect(prepared, request, peerIp) ??
          unknownPage(requestedLanguage(request.headers)),
        (error: unknown) => answerUnavailable(deps, { error, request }),
      );
    },
    links,
    limits,
    countLinks: links.size,
    close: journal.close,
  };
}

function traceClicks({ write }: Pick<Journal, "write">, tracing: Tracing): Pick<Journal, "write"> {
  return {
    write: async (click) => {
      await write(click);
      const attributes = { "fairclick.campaign": click.campaignId };
      tracing.add("redirect", click.at, [{ id: click.id, attributes }]);
    },
  };
}

const CHANNEL = "link_changed";

/**
 * Drops cached links when Postgres notifies about changes. Notifications sent while the connection is
 * down are lost, so every new subscription marks all entries as stale.
 */
function followLinkChanges(
  db: ListeningDb,
  cache: Pick<LinkCache, "drop" | "markStale">,
  log: Logger,
): void {
  db.listen(CHANNEL, {
    onPayload: (payload) => drop(cache, payload),
    onListening: cache.markStale,
    onError: (error) => log.warn({ err: error }, "not listening for changed links at the moment"),
  });
}

/** The payload is `campaign:creator`; `*` means all. */
function drop(cache: Pick<LinkCache, "drop" | "markStale">, payload: string): void {
  const [campaignId = "*", creatorId = "*"] = payload.split(":");
  cache.drop(
    compact({
      campaignId: campaignId === "*" ? undefined : campaignId,
      creatorId: creatorId === "*" ? undefined : creatorId,
    }),
  );
}
