import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, normalize, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { formatExactDollars } from "@fairclick/core/amounts";
import { CLICKS_PER_RATE } from "@fairclick/core/campaigns/campaign-input";
import { currentLanguage, type Language, languages, t } from "@fairclick/core/language/t";
import { pagePattern } from "@fairclick/core/operations/page-pattern";
import {
  colorScheme,
  documentTitle,
  type PublicPage,
  pageAddress,
  pageFile,
  parsePageAddress,
  parseTheme,
  preloadedPages,
  publicPages,
  THEME_COOKIE,
  type Theme,
  themeColorMedia,
} from "@fairclick/core/operations/pages";
import { inLanguage } from "@fairclick/services/language/in-language";
import { parse } from "hono/utils/cookie";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../app-env";
import { escapeMarkup } from "../escape-markup";
import { requestedLanguage } from "../speak-language";
import { type Asset, answerAsset, createAssetReader, type Encoding } from "./asset";
import type { Listed } from "./landing";
import { openPublicPages, type RenderedPage } from "./public-pages";

const IMMUTABLE = { cacheControl: "public, max-age=31536000, immutable", vary: "accept-encoding" };
const REVALIDATE = { cacheControl: "no-cache", vary: "accept-encoding" };
const PAGE = { cacheControl: "no-cache", vary: "accept-encoding, accept-language, cookie" };

/**
 * Serves the built web app, and the pages that are complete without it. Returns an existing file, else
 * the page at this path with its head, else null. The page is in the language of its address, else in
 * the requested one, or in English if the app was not built in that language. Public pages are also for
 * clients that accept every type, such as the readers of link previews; other pages only for clients that
 * accept HTML by name.
 */
export function createSpa(deps: ApiDeps) {
  const { webDist, appUrl } = deps.config;
  const readAsset = createAssetReader();
  const readStyle = createStyleReader(webDist);
  const writePage = createPageWriter(appUrl);
  const renderPage = openPublicPages(deps);

  async function readIndex(language: Language): Promise<Asset | null> {
    return (
      (await readAsset(join(webDist, pageFile(language)))) ??
      (await readAsset(join(webDist, pageFile(languages[0]))))
    );
  }

  return async (request: Request, path: string, ip: string): Promise<Response | null> => {
    const file = resolveInside(webDist, path === "/favicon.ico" ? ICON : path);
    const asset = file && (await readAsset(file));
    if (asset) {
      return answerAsset(request, asset, path.startsWith("/assets/") ? IMMUTABLE : REVALIDATE);
    }
    const accept = request.headers.get("accept") ?? "*/*";
    if (!/text\/html|\*\/\*/.test(accept)) return null;
    const named = parsePageAddress(path);
    const language = named.language ?? requestedLanguage(request.headers);
    const index = await readIndex(language);
    if (!index) return null;
    const query = new URL(request.url).searchParams;
    return inLanguage(language, async () => {
      const view = {
        path: named.path,
        inAddress: named.language !== null,
        elsewhere: readElsewhere(index),
      };
      const rendered = await renderPage({ view, query, ip });
      const head = rendered
        ? describeRendered(rendered, view.path)
        : (findHead(path) ?? (accept.includes("text/html") ? privateHead() : null));
      if (!head) return null;
      const cookies = parse(request.headers.get("cookie") ?? "", THEME_COOKIE);
      const style = rendered ? readStyle(index) : null;
      const page = writePage(index, {
        head,
        theme: parseTheme(cookies[THEME_COOKIE]),
        preloaded: Object.hasOwn(preloadedPages, pagePattern(path)) ? pagePattern(path) : null,
        content: rendered && style ? { body: rendered.body, style: style.text } : null,
      });
      const answered = answerAsset(request, page, PAGE);
      return rendered && style ? closePage(answered, rendered.status, style) : answered;
    });
  };
}

/** Browsers ask for it at pages without a head, and some tools at every host. */
const ICON = "/icons/icon-192.png";

const hashText = (text: string) => createHash("sha256").update(text).digest("base64");

const script = readFileSync(join(import.meta.dirname, "page.js"), "utf8");
const scriptHash = hashText(script);

/** A page without the app runs the one script that it contains, and sends nothing but its forms. */
const pagePolicy = (style: Style) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    `style-src 'sha256-${style.hash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

type Style = { text: string; hash: string };

const STYLE_SHEET = /<link rel="stylesheet"(?: crossorigin)? href="(\/assets\/[^"]+)">/;

/** Reads the app's style sheet, which a page without the app contains: a slow phone asks only once. */
function createStyleReader(webDist: string): (index: Asset) => Style {
  const read = new Map<string, Style>();
  return (index) => {
    const [, path = ""] = STYLE_SHEET.exec(readText(index)) ?? [];
    const known = read.get(path);
    if (known) return known;
    const text = path === "" ? "" : readFileSync(join(webDist, path), "utf8");
    const style = { text, hash: hashText(text) };
    read.set(path, style);
    return style;
  };
}

const RETRY_AFTER_SECONDS = "10";

function closePage(answered: Response, status: RenderedPage["status"], style: Style): Response {
  const { headers } = answered;
  headers.set("content-security-policy", pagePolicy(style));
  if (status === 503) headers.set("retry-after", RETRY_AFTER_SECONDS);
  return status === 200 ? answered : new Response(answered.body, { status, headers });
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

/** Returns the head of a page of the app that opens without an account; null for all others. */
function findHead(path: string): PageHead | null {
  const page = pages.get(path);
  return page ? describe(page) : null;
}

function describeRendered({ title, campaign }: RenderedPage, path: string): PageHead {
  if (campaign) return describeCampaign(path.toLowerCase(), campaign);
  const known = pages.get(path);
  return known
    ? { ...describe(known), ...addresses(path) }
    : { ...privateHead(), ...(title === null ? {} : { title: `${title} · Fairclick` }) };
}

const MAX_DESCRIPTION = 200;

function describeCampaign(path: string, campaign: Listed): PageHead {
  const { cover } = campaign;
  const price = formatExactDollars(campaign.payoutPerClick * CLICKS_PER_RATE);
  const text = `${t`Creators earn ${price} per 1,000 valid clicks.`} ${campaign.description.replace(/\s+/g, " ")}`;
  return {
    title: t`${campaign.name}: ${price} per 1,000 clicks · Fairclick`,
    description:
      text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION).trimEnd()}…` : text,
    ...addresses(path),
    image: { ...previewSize, path: cover.preview, alt: cover.alt || campaign.gameTitle },
  };
}

/** A rendered page has an address in each language; the plain one answers in the visitor's. */
function addresses(path: string): Pick<PageHead, "path" | "alternates"> {
  return {
    path: pageAddress(path, currentLanguage()),
    alternates: [
      ...languages.map((language) => [language, pageAddress(path, language)] as const),
      ["x-default", path],
    ],
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
  /** The page's addresses by the language that they are in, as `hreflang` names it. */
  alternates?: readonly (readonly [language: string, path: string])[];
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

function headTags(head: PageHead, appUrl: string): string[] {
  const { title, description, path, image, alternates = [] } = head;
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
          ...alternates.map(
            ([language, at]) =>
              `<link rel="alternate" hreflang="${language}" href="${escapeMarkup(appUrl + at)}">`,
          ),
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
  /** What stands in the body instead of the app, and its style sheet; null for the app. */
  content: { body: string; style: string } | null;
};

const MAX_PAGES = 200;
/** Takes half a millisecond per page; the best quality takes ten times as long and saves 3 %. */
const BROTLI_QUALITY = 5;

/** Writes head and theme into the app's HTML, and keeps the last `MAX_PAGES` pages in memory. */
function createPageWriter(appUrl: string) {
  const pages = new LRUCache<string, Asset>({ max: MAX_PAGES });
  return (index: Asset, looks: PageLooks): Asset => {
    const content = looks.content && Bun.hash(looks.content.body).toString(36);
    const key = JSON.stringify([index.etag, { ...looks, content }]);
    const known = pages.get(key);
    if (known) return known;
    const page = writePage(index, looks, appUrl);
    pages.set(key, page);
    return page;
  };
}

function writePage(index: Asset, looks: PageLooks, appUrl: string): Asset {
  const { head, theme, preloaded, content } = looks;
  const built = writePreloads(readText(index), preloaded);
  const html = writeTheme(content === null ? built : writeBody(built, content), theme);
  const body = new TextEncoder().encode(writeHead(html, head, appUrl));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>([
    ["br", Uint8Array.from(brotliCompressSync(body, { params }))],
    ["gzip", Bun.gzipSync(body)],
  ]);
  return { ...index, body, encoded, etag: `W/"${Bun.hash(body).toString(36)}"` };
}

const readText = ({ body }: Asset) => new TextDecoder().decode(body);

/**
 * Returns the app's HTML with a page in its body, without the app. Script and style stand in it: a
 * sheet of its own would be one more way to the server before the first picture.
 */
function writeBody(html: string, { body, style }: NonNullable<PageLooks["content"]>): string {
  const [head = ""] = html.split(/<body>/);
  const kept = head.split("\n").filter((line) => !/<script|rel="modulepreload"/.test(line));
  const styled = kept
    .join("\n")
    .replace(STYLE_SHEET, "")
    .replace("</head>", () => `<script>${script}</script><style>${style}</style></head>`);
  return `${styled}<body>${body}</body></html>`;
}

const ELSEWHERE = /<link rel="me" title="(\w+)" href="(https?:[^"]+)"/g;

/** Returns the links to Twitter and Discord that the app was built with. */
function readElsewhere(index: Asset): { name: string; href: string }[] {
  return [...readText(index).matchAll(ELSEWHERE)].map(([, name = "", href = ""]) => ({
    name,
    href,
  }));
}

/**
 * Keeps the preloads of this page, and removes all others and links that the build had no address for. `page` is its path, or null if it has none
 * of its own.
 */
export function writePreloads(html: string, page: string | null): string {
  const isKept = (line: string) =>
    (readAttribute(line, "data-page") ?? page) === page &&
    !(line.includes('rel="me"') && !line.includes('href="http'));
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
