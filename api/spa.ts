import { stat } from "node:fs/promises";
import { join, normalize, sep } from "node:path";

type Asset = {
  body: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer> | null;
  type: string;
  mtimeMs: number;
};

const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
const compressible = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/;
const MIN_GZIP_BYTES = 1_024;

/**
 * Gives the built web app's answers: a file where there is one, `index.html` for every page, null
 * where a file is asked for that does not exist. Files are read and compressed once; a new build
 * shows at once.
 */
export function createSpa(webDist: string) {
  const assets = new Map<string, Asset>();

  const load = async (path: string): Promise<Asset | null> => {
    const info = await stat(path).catch(() => null);
    if (!info?.isFile()) return null;
    const known = assets.get(path);
    if (known?.mtimeMs === info.mtimeMs) return known;
    const asset = await readAsset(path, info.mtimeMs);
    assets.set(path, asset);
    return asset;
  };

  return async (request: Request, path: string): Promise<Response | null> => {
    const file = resolveInside(webDist, path);
    const asset = file && (await load(file));
    if (asset) return answer(request, asset, path.startsWith("/assets/") ? IMMUTABLE : REVALIDATE);
    if (!asksForPage(request)) return null;
    const index = await load(join(webDist, "index.html"));
    return index && answer(request, index, REVALIDATE);
  };
}

async function readAsset(path: string, mtimeMs: number): Promise<Asset> {
  const file = Bun.file(path);
  const body = new Uint8Array(await file.arrayBuffer());
  const isWorthIt = compressible.test(file.type) && body.length >= MIN_GZIP_BYTES;
  return {
    body,
    gzip: isWorthIt ? Bun.gzipSync(body, { level: 9 }) : null,
    type: file.type,
    mtimeMs,
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

function asksForPage(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("text/html");
}

function answer(request: Request, asset: Asset, cacheControl: string): Response {
  const etag = `W/"${asset.mtimeMs.toString(36)}-${asset.body.length.toString(36)}"`;
  const headers = { "cache-control": cacheControl, etag, vary: "accept-encoding" };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const takesGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  if (asset.gzip && takesGzip) {
    return new Response(asset.gzip, {
      headers: { ...headers, "content-type": asset.type, "content-encoding": "gzip" },
    });
  }
  return new Response(asset.body, { headers: { ...headers, "content-type": asset.type } });
}
