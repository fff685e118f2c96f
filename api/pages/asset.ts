import { stat } from "node:fs/promises";
import { compact } from "@fairclick/core/compact";
import { chooseEncoding, type Encoding } from "./choose-encoding";

type Bytes = Uint8Array<ArrayBuffer>;

/** The response body and headers of a file or page. */
export type Asset = {
  body: Bytes;
  /** Compressed copies. */
  encoded: ReadonlyMap<Encoding, Bytes>;
  type: string;
  etag: string;
};

type Caching = { cacheControl: string; vary: string };

const endings: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Reads files and their compressed copies, and caches them until a file's mtime changes. */
export function createAssetReader(): (path: string) => Promise<Asset | null> {
  const known = new Map<string, { asset: Asset; mtimeMs: number }>();
  return async (path) => {
    const info = await stat(path).catch(() => null);
    if (!info?.isFile()) return null;
    const cached = known.get(path);
    if (cached?.mtimeMs === info.mtimeMs) return cached.asset;
    const asset = await readAsset(path, info.mtimeMs);
    known.set(path, { asset, mtimeMs: info.mtimeMs });
    return asset;
  };
}

async function readAsset(path: string, mtimeMs: number): Promise<Asset> {
  const file = Bun.file(path);
  const encoded = new Map<Encoding, Bytes>();
  for (const encoding of ["br", "gzip"] as const) {
    const compressed = Bun.file(path + endings[encoding]);
    if (await compressed.exists()) encoded.set(encoding, await compressed.bytes());
  }
  const body = await file.bytes();
  const etag = `W/"${mtimeMs.toString(36)}-${body.length.toString(36)}"`;
  return { body, encoded, type: file.type, etag };
}

export function answerAsset(request: Request, asset: Asset, caching: Caching): Response {
  const { cacheControl, vary } = caching;
  const headers = { "cache-control": cacheControl, etag: asset.etag, vary };
  if (request.headers.get("if-none-match") === asset.etag) {
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
