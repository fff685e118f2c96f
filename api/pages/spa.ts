import { stat } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { compact } from "@fairclick/core/compact";
import { chooseEncoding, type Encoding } from "./choose-encoding";

type Bytes = Uint8Array<ArrayBuffer>;

type Asset = {
  body: Bytes;
  /** Compressed copies from the build. */
  encoded: Map<Encoding, Bytes>;
  type: string;
  mtimeMs: number;
};

const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
const endings: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/**
 * Serves the built web app: an existing file, else `index.html` if the client accepts HTML, else null.
 * Files and their compressed copies are cached in memory until the file's mtime changes.
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
    if (!acceptsHtml(request)) return null;
    const index = await load(join(webDist, "index.html"));
    return index && answer(request, index, REVALIDATE);
  };
}

async function readAsset(path: string, mtimeMs: number): Promise<Asset> {
  const file = Bun.file(path);
  const encoded = new Map<Encoding, Bytes>();
  for (const encoding of ["br", "gzip"] as const) {
    const compressed = Bun.file(path + endings[encoding]);
    if (await compressed.exists()) encoded.set(encoding, await compressed.bytes());
  }
  return { body: await file.bytes(), encoded, type: file.type, mtimeMs };
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

function acceptsHtml(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("text/html");
}

function answer(request: Request, asset: Asset, cacheControl: string): Response {
  const etag = `W/"${asset.mtimeMs.toString(36)}-${asset.body.length.toString(36)}"`;
  const headers = { "cache-control": cacheControl, etag, vary: "accept-encoding" };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = chooseEncoding(request.headers.get("accept-encoding"), asset.encoded);
  const encoded = encoding && asset.encoded.get(encoding);
  return new Response(encoded ?? asset.body, {
    headers: compact({
      ...headers,
      "content-type": asset.type,
      "content-encoding": encoding ?? undefined,
    }),
  });
}
