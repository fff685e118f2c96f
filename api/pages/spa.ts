import { join, normalize, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { formatExactDollars } from "@fairclick/core/amounts";
import { CLICKS_PER_RATE } from "@fairclick/core/campaigns/campaign-input";
import { describeCover } from "@fairclick/core/campaigns/covers";
import { asId, type CampaignId, isUuid } from "@fairclick/core/ids";
import { type Language, languages, t } from "@fairclick/core/language/t";
import {
  colorScheme,
  documentTitle,
  type PublicPage,
  pageFile,
  parseTheme,
  preloadedPages,
  publicPages,
  THEME_COOKIE,
  type Theme,
  themeColorMedia,
} from "@fairclick/core/operations/pages";
import type { CampaignPreview } from "@fairclick/services/campaigns/read-campaigns";
import type { Config } from "@fairclick/services/config";
import { inLanguage } from "@fairclick/services/language/in-language";
import { parse } from "hono/utils/cookie";
import { LRUCache } from "lru-cache";
import { escapeMarkup } from "../escape-markup";
import { requestedLanguage } from "../speak-language";
import { type Asset, answerAsset, createAssetReader, type Encoding } from "./asset";

const IMMUTABLE = { cacheControl: "public, max-age=31536000, immutable", vary: "accept-encoding" };
const REVALIDATE = { cacheControl: "no-cache", vary: "accept-encoding" };
const PAGE = { cacheControl: "no-cache", vary: "accept-encoding, accept-language, cookie" };

/**
 * Serves the built web app. Returns an existing file, else the app's page with the head of the page at
 * this path, else null. The page is in the requested language, or in English if the app was not built in
 * that language. Public pages are also for clients that accept every type, such as the readers of link
 * previews; other pages only for clients that accept HTML by name.
 */
export function createSpa(
  { webDist, appUrl }: Pick<Config, "webDist" | "appUrl">,
  findCampaign: FindCampaign,
) {
  const readAsset = createAssetReader();
  const writePage = createPageWriter(appUrl);

  return async (request: Request, path: string): Promise<Response | null> => {
    const file = resolveInside(webDist, path);
    const asset = file && (await readAsset(file));
    if (asset) {
      return answerAsset(request, asset, path.startsWith("/assets/") ? IMMUTABLE : REVALIDATE);
    }
    const accept = request.headers.get("accept") ?? "*/*";
    if (!/text\/html|\*\/\*/.test(accept)) return null;
    const language = requestedLanguage(request.headers);
    const head = await inLanguage(language, async () => {
      const found = await findHead(path, findCampaign);
      return found ?? (accept.includes("text/html") ? privateHead() : null);
    });
    const readPage = (of: Language) => readAsset(join(webDist, pageFile(of)));
    const index = head && ((await readPage(language)) ?? (await readPage(languages[0])));
    if (!index) return null;
    const cookies = parse(request.headers.get("cookie") ?? "", THEME_COOKIE);
    const page = writePage(index, {
      head,
      theme: parseTheme(cookies[THEME_COOKIE]),
      preloaded: Object.hasOwn(preloadedPages, path) ? path : null,
    });
    return answerAsset(request, page, PAGE);
  };
}

function resolveInside(root: string, path: string): string | null {
  const decoded = decode(path);
  if (decoded === null || decoded.includes("\0") || decoded.endsWith("/")) return null;
  const file = normalize(join(root, decoded));
  const isHidden = decoded.split("/").some((part) => part.startsWith("."));
  return file.startsWith(root + sep) && !isHidden ? file : null;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const previewSize = { width: 1200, height: 630 };
const previewImage = (): PreviewImage => ({
  ...previewSize,
  path: "/icons/preview.png",
  alt: t`Fairclick: a receipt with one marked line`,
});

const pages = new Map<string, PublicPage>(publicPages.map((page) => [page.path, page]));

/** The head of pages behind the sign-in, and of addresses without a page. */
function privateHead(): PageHead {
  return {
    title: "Fairclick",
    description: publicPages[0]?.description ?? "",
    path: null,
    image: previewImage(),
  };
}

type FindCampaign = (id: CampaignId) => Promise<CampaignPreview | null>;

const CAMPAIGN = "/campaigns/";
const MAX_DESCRIPTION = 200;

/**
 * Returns the head of the public page at this path; null if there is none. Returns the general head if the
 * page's campaign cannot be read in time.
 */
async function findHead(path: string, findCampaign: FindCampaign): Promise<PageHead | null> {
  if (!path.startsWith(CAMPAIGN)) {
    const page = pages.get(path);
    return page ? describe(page) : null;
  }
  const id = path.slice(CAMPAIGN.length);
  if (!isUuid(id)) return null;
  const campaign = await findCampaign(asId<CampaignId>(id)).catch(() => null);
  return campaign && describeCampaign(id.toLowerCase(), campaign);
}

function describeCampaign(id: string, campaign: CampaignPreview): PageHead {
  const cover = describeCover(campaign);
  const price = formatExactDollars(campaign.payoutMicros * CLICKS_PER_RATE);
  const text = `${t`Creators earn ${price} per 1,000 valid clicks.`} ${campaign.description.replace(/\s+/g, " ")}`;
  return {
    title: t`${campaign.name}: ${price} per 1,000 clicks · Fairclick`,
    description:
      text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION).trimEnd()}…` : text,
    path: CAMPAIGN + id,
    image: { ...previewSize, path: cover.preview, alt: cover.alt || campaign.gameTitle },
  };
}

function describe(page: PublicPage): PageHead {
  return {
    title: documentTitle(page),
    description: page.description,
    path: page.listed ? page.path : null,
    image: previewImage(),
  };
}

/** What search engines and link previews read about a page. All texts are plain, not markup. */
export type PageHead = {
  title: string;
  description: string;
  /** Path of the page, without a query; null if search engines should not list it. */
  path: string | null;
  image: PreviewImage;
};

type PreviewImage = { path: string; width: number; height: number; alt: string };

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description"[^<>]*>/;

/** Returns the app's HTML with the tags of this page in place of the general title and description. */
export function writeHead(html: string, head: PageHead, appUrl: string): string {
  const tags = headTags(head, appUrl).join("\n    ");
  return html.replace(DESCRIPTION, "").replace(TITLE, () => tags);
}

function headTags({ title, description, path, image }: PageHead, appUrl: string): string[] {
  const meta = (attribute: "name" | "property", name: string, content: string | number) =>
    `<meta ${attribute}="${name}" content="${escapeMarkup(String(content))}">`;
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta("name", "description", description),
    ...(path === null
      ? [meta("name", "robots", "noindex")]
      : [
          `<link rel="canonical" href="${escapeMarkup(appUrl + path)}">`,
          meta("property", "og:url", appUrl + path),
        ]),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", "Fairclick"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:image", appUrl + image.path),
    meta("property", "og:image:width", image.width),
    meta("property", "og:image:height", image.height),
    meta("property", "og:image:alt", image.alt),
    meta("name", "twitter:card", "summary_large_image"),
  ];
}

/** What the server writes into a page of the app. */
type PageLooks = {
  head: PageHead;
  theme: Theme;
  /** The page to preload scripts for; null if it has none of its own. */
  preloaded: string | null;
};

const MAX_PAGES = 500;
/** Takes half a millisecond per page; the best quality takes ten times as long and saves 3 %. */
const BROTLI_QUALITY = 5;

/** Writes head and theme into the app's HTML, and keeps the last `MAX_PAGES` pages in memory. */
function createPageWriter(appUrl: string) {
  const pages = new LRUCache<string, Asset>({ max: MAX_PAGES });
  return (index: Asset, looks: PageLooks): Asset => {
    const key = JSON.stringify([index.etag, looks]);
    const known = pages.get(key);
    if (known) return known;
    const page = writePage(index, looks, appUrl);
    pages.set(key, page);
    return page;
  };
}

function writePage(index: Asset, { head, theme, preloaded }: PageLooks, appUrl: string): Asset {
  const built = writePreloads(new TextDecoder().decode(index.body), preloaded);
  const html = writeTheme(built, theme);
  const body = new TextEncoder().encode(writeHead(html, head, appUrl));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>([
    ["br", Uint8Array.from(brotliCompressSync(body, { params }))],
    ["gzip", Bun.gzipSync(body)],
  ]);
  return { ...index, body, encoded, etag: `W/"${Bun.hash(body).toString(36)}"` };
}

/**
 * Keeps the preloads of this page, and removes all others. `page` is its path, or null if it has none
 * of its own.
 */
export function writePreloads(html: string, page: string | null): string {
  const isKept = (line: string) => (readAttribute(line, "data-page") ?? page) === page;
  return html.split("\n").filter(isKept).join("\n");
}

/** Returns the value of an attribute in a line; the build writes one tag per line. */
function readAttribute(tag: string, attribute: string): string | undefined {
  return tag.split(`${attribute}="`)[1]?.split('"')[0];
}

/** Returns the app's HTML in the theme that the person chose, so that the browser paints no other theme first. */
export function writeTheme(html: string, theme: Theme): string {
  if (theme === "system") return html;
  const media = (scheme: "light" | "dark") => `media="${themeColorMedia(scheme, theme)}"`;
  return html
    .replace(/<html lang="[a-z]+"/, `$& data-theme="${theme}"`)
    .replace('content="light dark"', `content="${colorScheme(theme)}"`)
    .replace('media="(prefers-color-scheme: light)"', media("light"))
    .replace('media="(prefers-color-scheme: dark)"', media("dark"));
}
