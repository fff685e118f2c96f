import { isImpression } from "@fairclick/core/clicks/impression";
import type { ImpressionCounter } from "@fairclick/services/clicks/impressions";
import { captureClick } from "../redirect/capture-click";
import { clientAddress, type TrustedRanges } from "../redirect/client-address";
import type { CachedLink, LinkCache } from "../redirect/link-cache";
import type { LookUpLimits } from "../redirect/look-up-limits";
import { drawBanner, emptyBanner } from "./banner";
import { type ImpressionPath, parseImpressionPath } from "./impression-path";

type Deps = {
  links: Pick<LinkCache, "get">;
  limits: LookUpLimits;
  trusted: TrustedRanges;
  counter: Pick<ImpressionCounter, "add">;
  now?: () => number;
};

type Kind = ImpressionPath["kind"];

/** Creates the handler for banners and pixels. It always answers with an image, an empty one on errors. */
export function openImpressions({ links, limits, trusted, counter, now = Date.now }: Deps) {
  const show = (request: Request, kind: Kind, link: CachedLink | null) => {
    if (!link || link.disabled) return answerEmpty(kind);
    const { campaign, creatorId } = link;
    const at = now();
    // Address, device and connection do not matter for impressions.
    const visitor = { ip: "", device: null, secure: false };
    if (isImpression(captureClick(request, link, { ...visitor, at }))) {
      counter.add({ campaignId: campaign.campaignId, creatorId }, at);
    }
    return kind === "gif" ? answerPixel() : answerBanner(request, drawBanner(campaign));
  };
  return {
    /** Null if the request is not for a banner or pixel. */
    answer: (request: Request, peerIp: string): Response | Promise<Response> | null => {
      const path = parseImpressionPath(request.url);
      if (!path) return null;
      const { kind } = path;
      if (!path.link) return answerEmpty(kind);
      const ip = clientAddress(peerIp, request.headers.get("x-forwarded-for"), trusted);
      const link = links.get(path.link, limits.permit({ ip, device: null }));
      if (!(link instanceof Promise)) return show(request, kind, link);
      return link.then(
        (loaded) => show(request, kind, loaded),
        () => answerEmpty(kind),
      );
    },
  };
}

/** Any page may embed the image; opened by itself it may load and run nothing. */
const open = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/**
 * Makes browsers revalidate on every view, so that every view is counted; an unchanged banner costs
 * only a 304. `private` keeps shared caches from answering.
 */
function answerBanner(request: Request, svg: string): Response {
  const etag = `"${Bun.hash(svg).toString(36)}"`;
  const headers = {
    ...open,
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "private, no-cache",
    etag,
  };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(svg, { headers });
}

/** One transparent pixel. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

function answerPixel(): Response {
  return new Response(pixel, {
    headers: { ...open, "content-type": "image/gif", "cache-control": "no-store" },
  });
}

function answerEmpty(kind: Kind): Response {
  if (kind === "gif") return answerPixel();
  return new Response(emptyBanner, {
    headers: { ...open, "content-type": "image/svg+xml", "cache-control": "no-store" },
  });
}
