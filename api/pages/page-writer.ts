import { brotliCompressSync, constants } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Asset } from "./asset";
import type { Encoding } from "./choose-encoding";
import { type PageHead, writeHead } from "./page-head";

const MAX_PAGES = 500;
/** Half a millisecond for a page; the best quality takes ten times as long and saves 3 %. */
const BROTLI_QUALITY = 5;

/** Writes pages with their own heads into the app's HTML, and keeps the last ones. */
export function createPageWriter(appUrl: string) {
  const pages = new LRUCache<string, Asset>({ max: MAX_PAGES });
  return (index: Asset, head: PageHead): Asset => {
    const key = JSON.stringify([index.etag, head]);
    const known = pages.get(key);
    if (known) return known;
    const page = writePage(index, head, appUrl);
    pages.set(key, page);
    return page;
  };
}

function writePage(index: Asset, head: PageHead, appUrl: string): Asset {
  const body = new TextEncoder().encode(
    writeHead(new TextDecoder().decode(index.body), head, appUrl),
  );
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>([
    ["br", Uint8Array.from(brotliCompressSync(body, { params }))],
    ["gzip", Bun.gzipSync(body)],
  ]);
  return { ...index, body, encoded, etag: `W/"${Bun.hash(body).toString(36)}"` };
}
