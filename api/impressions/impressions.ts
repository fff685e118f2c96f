import { isImpression } from "@fairclick/core/clicks/checks";
import { isUuid } from "@fairclick/core/ids";
import type { ImpressionCounter } from "@fairclick/services/clicks/impressions";
import { escapeMarkup } from "../escape-markup";
import { captureClick } from "../redirect/capture-click";
import { clientAddress, type TrustedRanges } from "../redirect/client-address";
import type { CachedLink, LinkCache } from "../redirect/link-cache";
import type { LookUpLimits } from "../redirect/look-up-limits";
import type { LinkId } from "../redirect/redirect-path";

type Deps = {
  links: Pick<LinkCache, "get">;
  limits: LookUpLimits;
  trusted: TrustedRanges;
  counter: Pick<ImpressionCounter, "add">;
  now?: () => number;
};

/** Creates the handler for banners. It always answers with an image, an empty one on errors. */
export function openImpressions({ links, limits, trusted, counter, now = Date.now }: Deps) {
  const show = (request: Request, link: CachedLink | null) => {
    if (!link || link.disabled) return answerEmpty();
    const { campaign, creatorId } = link;
    const at = now();
    // Address, device and connection do not matter for impressions.
    const visitor = { ip: "", device: null, secure: false };
    if (isImpression(captureClick({ request, ...visitor }, link, at))) {
      counter.add({ campaignId: campaign.campaignId, creatorId }, at);
    }
    return answerBanner(request, drawBanner(campaign));
  };
  return {
    /** Null if the request is not for a banner. */
    answer: (request: Request, peerIp: string): Response | Promise<Response> | null => {
      const path = parseImpressionPath(request.url);
      if (!path) return null;
      if (!path.link) return answerEmpty();
      const ip = clientAddress(peerIp, request.headers.get("x-forwarded-for"), trusted);
      const link = links.get(path.link, limits.permit({ ip, device: null }));
      if (!(link instanceof Promise)) return show(request, link);
      return link.then(
        (loaded) => show(request, loaded),
        () => answerEmpty(),
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

function answerEmpty(): Response {
  return new Response(emptyBanner, {
    headers: { ...open, "content-type": "image/svg+xml", "cache-control": "no-store" },
  });
}

type ImpressionPath = { link: LinkId | null };

const PATH = "/api/impressions/";
const SUFFIX = ".svg";
const UUID_LENGTH = 36;

/** Parses an impression URL. `link` is null if the ids are malformed; returns null if the path is not ours. */
function parseImpressionPath(url: string): ImpressionPath | null {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  if (!url.startsWith(PATH, pathStart)) return null;
  const start = pathStart + PATH.length;
  const queryStart = url.indexOf("?", start);
  const file = url.slice(start, queryStart < 0 ? undefined : queryStart);
  if (!file.endsWith(SUFFIX)) return null;
  const campaignId = file.slice(0, UUID_LENGTH);
  const creatorId =
    queryStart < 0 ? "" : (new URLSearchParams(url.slice(queryStart)).get("userId") ?? "");
  const isLink =
    file.length === UUID_LENGTH + SUFFIX.length && isUuid(campaignId) && isUuid(creatorId);
  const link = isLink
    ? { campaignId: campaignId.toLowerCase(), creatorId: creatorId.toLowerCase() }
    : null;
  return { link };
}

export const BANNER_WIDTH = 600;
export const BANNER_HEIGHT = 150;
const PADDING = 28;
const BUTTON_WIDTH = 132;
const TEXT_WIDTH = BANNER_WIDTH - 3 * PADDING - BUTTON_WIDTH;

/** An empty image, for unknown or disabled links. */
const emptyBanner =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1"/>';

type Game = { gameTitle: string; description: string };

/**
 * Draws a game's banner as SVG. It contains no style, script or link. The campaign's texts are escaped
 * and clipped, so they cannot break the layout.
 */
export function drawBanner({ gameTitle, description }: Game): string {
  const title = shorten(gameTitle, TEXT_WIDTH, 30);
  const text = shorten(description, TEXT_WIDTH, 16);
  const font = 'font-family="Helvetica, Arial, sans-serif"';
  const buttonX = BANNER_WIDTH - PADDING - BUTTON_WIDTH;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${BANNER_WIDTH}" height="${BANNER_HEIGHT}" viewBox="0 0 ${BANNER_WIDTH} ${BANNER_HEIGHT}" role="img" aria-label="${title}">
<rect width="${BANNER_WIDTH}" height="${BANNER_HEIGHT}" fill="#fbfdfb"/>
<rect x="1" y="1" width="${BANNER_WIDTH - 2}" height="${BANNER_HEIGHT - 2}" fill="none" stroke="#121c17" stroke-width="2"/>
<svg x="${PADDING}" y="0" width="${TEXT_WIDTH}" height="${BANNER_HEIGHT}">
<text x="0" y="71" ${font} font-size="30" font-weight="700" fill="#121c17">${title}</text>
<text x="0" y="101" ${font} font-size="16" fill="#47554d">${text}</text>
<text x="0" y="32" ${font} font-size="12" fill="#47554d">Ad · Fairclick</text>
</svg>
<rect x="${buttonX}" y="51" width="${BUTTON_WIDTH}" height="48" rx="5" fill="#e4f53d" stroke="#121c17" stroke-width="2"/>
<text x="${buttonX + BUTTON_WIDTH / 2}" y="81" text-anchor="middle" ${font} font-size="17" font-weight="700" fill="#121c17">Play now</text>
</svg>`;
}

/** Truncates a text to a width in pixels, by the estimated widths of its characters. */
function shorten(text: string, width: number, fontSize: number): string {
  const characters = [...clean(text)];
  let used = 0;
  const fits = characters.findIndex((character, at) => {
    used += estimateWidth(character) * fontSize;
    return used > (at === characters.length - 1 ? width : width - fontSize);
  });
  const shown = fits < 0 ? characters : [...characters.slice(0, fits), "…"];
  return escapeMarkup(shown.join(""));
}

function estimateWidth(character: string): number {
  if (/[\u1100-\u{1ffff}]/u.test(character) && !/[\u2010-\u2027]/.test(character)) return 1.05;
  if (/[MW@%]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.72;
  return /[iljtfr.,;:!'| ]/.test(character) ? 0.36 : 0.58;
}

/** Removes characters that XML forbids or that change the text direction. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\ufffe\uffff\ufffd]/gu, "")
    .trim();
}
