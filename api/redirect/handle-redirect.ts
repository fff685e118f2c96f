import type { Click } from "@fairclick/core/clicks/click";
import { findPreviewCrawler, isLoadedAhead } from "@fairclick/core/clicks/rules/requests";
import type { Logger } from "pino";
import { requestedLanguage } from "../speak-language";
import type { CachedCampaign } from "./campaign-pool";
import { captureClick, type Visit } from "./capture-click";
import { cameByHttps, clientAddress, type TrustedRanges } from "./client-address";
import type { DeviceCookies } from "./device-cookie";
import type { Journal } from "./journal";
import { type CachedLink, type LinkCache, TooManyLookUps } from "./link-cache";
import type { LookUpLimits } from "./look-up-limits";
import {
  crowdedPage,
  gonePage,
  refusePrefetch,
  type ShownGame,
  unavailablePage,
  unknownPage,
  warningPage,
} from "./pages";
import type { RedirectMetrics } from "./redirect-metrics";
import { parseRedirectPath, sliceLinkKey } from "./redirect-path";

export type RedirectDeps = {
  links: Pick<LinkCache, "find" | "get" | "getByCode">;
  limits: LookUpLimits;
  cookies: DeviceCookies;
  journal: Pick<Journal, "write">;
  trusted: TrustedRanges;
  secureCookie: boolean;
  /** Writes the page that messengers read for a link preview. */
  preview: (campaign: CachedCampaign) => Response;
  /** Describes the game of a stopped link; null if Fairclick stopped the game too. */
  game: (campaign: CachedCampaign) => ShownGame | null;
  metrics: RedirectMetrics;
  now: () => number;
  log: Logger;
};

/**
 * Answers a request for a tracked link, with any method; returns null if the request is not for the
 * redirect. The click is durable before the visitor is redirected. Bots are redirected like everyone
 * else, so that the answer reveals nothing about detection.
 */
export function handleRedirect(
  deps: RedirectDeps,
  request: Request,
  peerIp: string,
): Response | Promise<Response> | null {
  const { url, headers } = request;
  const key = sliceLinkKey(url);
  const known = key && deps.links.find(key);
  const path = known ? null : parseRedirectPath(url);
  if (!known && path === null) return null;
  if (path === "unknown") return answerUnknown(deps, request);
  const ip = clientAddress(peerIp, headers.get("x-forwarded-for"), deps.trusted);
  const secure = cameByHttps(peerIp, headers.get("x-forwarded-proto"), deps.trusted);
  const linkName = path && "code" in path ? path.name : undefined;
  const visit = { request, ip, secure, linkName, device: deps.cookies.read(headers.get("cookie")) };
  if (!path) return answerLink(deps, known || null, visit);
  const permit = deps.limits.permit(visit);
  const link =
    "code" in path ? deps.links.getByCode(path.code, permit) : deps.links.get(path, permit);
  if (!(link instanceof Promise)) return answerLink(deps, link, visit);
  return link.then(
    (loaded) => answerLink(deps, loaded, visit),
    (error: unknown) =>
      error instanceof TooManyLookUps
        ? answerCrowded(deps, visit)
        : answerUnavailable(deps, { error, request }),
  );
}

function answerLink(
  deps: RedirectDeps,
  link: CachedLink | null,
  visit: Visit,
): Response | Promise<Response> {
  const { request } = visit;
  if (!link) return answerUnknown(deps, request);
  if (link.disabled) {
    deps.metrics.count("disabled");
    const { campaign, creatorId } = link;
    const { campaignId } = campaign;
    const language = requestedLanguage(request.headers);
    return gonePage(language, { campaignId, creatorId }, deps.game(campaign));
  }
  const click = captureClick(visit, link, deps.now());
  return deps.journal.write(click).then(
    () => answerClick(deps, { click, request }, link),
    (error: unknown) => answerUnavailable(deps, { error, request }),
  );
}

function answerClick(
  deps: RedirectDeps,
  { click, request }: { click: Click; request: Request },
  { campaign }: CachedLink,
): Response {
  deps.metrics.observe(deps.now() - click.at);
  if (isLoadedAhead(click)) {
    deps.metrics.count("prefetched");
    return refusePrefetch();
  }
  if (campaign.blocked) {
    deps.metrics.count("blocked");
    return warningPage(requestedLanguage(request.headers));
  }
  if (click.userAgent !== null && findPreviewCrawler(click.userAgent) !== null) {
    deps.metrics.count("previewed");
    return deps.preview(campaign);
  }
  deps.metrics.count("redirected");
  const location = campaign.destination(click.id, click.userAgent);
  const headers: Record<string, string> = { location, "cache-control": "no-store" };
  if (!click.device) {
    headers["set-cookie"] = deps.cookies.issue({ secure: deps.secureCookie, clickId: click.id });
  }
  return new Response(null, { status: 302, headers });
}

function answerUnknown({ metrics }: RedirectDeps, { headers }: Request): Response {
  metrics.count("unknown");
  return unknownPage(requestedLanguage(headers));
}

/** The page reloads itself; with the cookie, the visitor then has their own look-up limit. */
function answerCrowded(
  { metrics, cookies, secureCookie }: RedirectDeps,
  { device, request }: Visit,
) {
  metrics.count("limited");
  const cookie = device ? null : cookies.issue({ secure: secureCookie });
  return crowdedPage(requestedLanguage(request.headers), cookie);
}

export function answerUnavailable(
  { metrics, log }: Pick<RedirectDeps, "metrics" | "log">,
  { error, request }: { error: unknown; request: Request },
): Response {
  metrics.count("unavailable");
  log.debug({ err: error }, "a redirect failed");
  return unavailablePage(requestedLanguage(request.headers));
}
