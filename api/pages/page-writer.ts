import { brotliCompressSync, constants } from "node:zlib";
import type { Theme } from "@fairclick/core/operations/pages";
import { LRUCache } from "lru-cache";
import type { Asset } from "./asset";
import type { Encoding } from "./choose-encoding";
import { type PageHead, writeHead } from "./page-head";
import { writePreloads } from "./write-preloads";
import { writeTheme } from "./write-theme";

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
export function createPageWriter(appUrl: string) {
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
