import { join, normalize, sep } from "node:path";
import { type Language, languages } from "@fairclick/core/language/t";
import {
  pageFile,
  parseTheme,
  preloadedPages,
  THEME_COOKIE,
} from "@fairclick/core/operations/pages";
import type { Config } from "@fairclick/services/config";
import { inLanguage } from "@fairclick/services/language/in-language";
import { parse } from "hono/utils/cookie";
import { requestedLanguage } from "../middleware/speak-language";
import { answerAsset, createAssetReader } from "./asset";
import { type FindCampaign, findHead, privateHead } from "./find-head";
import { createPageWriter } from "./page-writer";

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
