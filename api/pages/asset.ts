import { stat } from "node:fs/promises";
import { parseCoverFile } from "@fairclick/core/campaigns/cover-files";
import { drawCover, parseDrawnCover } from "@fairclick/core/campaigns/drawn-covers";
import { compact } from "@fairclick/core/compact";
import { limitNetwork } from "@fairclick/services/accounts/limits";
import type { ImageTasks } from "@fairclick/services/campaigns/cover-images";
import { type Holder, sharingNetwork } from "@fairclick/services/shares";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { parseAccept } from "hono/utils/accept";
import { LRUCache } from "lru-cache";
import type { AppEnv } from "../app-env";

type Bytes = Uint8Array<ArrayBuffer>;

export type Asset = {
  body: Bytes;
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

export type Encoding = "br" | "gzip";

/** The smaller encoding first; the client's preferences (`q`) only matter if they are zero. */
const bySize: Encoding[] = ["br", "gzip"];

/** Returns the smallest available encoding that `Accept-Encoding` allows; null if none is allowed. */
export function chooseEncoding(
  accepted: string | null,
  available: ReadonlyMap<Encoding, unknown>,
): Encoding | null {
  const ranges = parseAccept(accepted?.toLowerCase() ?? "");
  const allows = (encoding: Encoding) => {
    const range =
      ranges.find(({ type }) => type === encoding) ?? ranges.find(({ type }) => type === "*");
    return range !== undefined && range.q > 0;
  };
  return bySize.find((encoding) => available.has(encoding) && allows(encoding)) ?? null;
}

const MAX_DRAWINGS = 256;
/** For images, which are named by the hash of their content. Drawings may change with a release. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400";

const types: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml; charset=utf-8",
};

/** Any page and mail may show the image. Opened by itself, it can neither load nor run anything. */
const coverHeaders = (name: string, cacheControl: string) => ({
  "content-type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
  "cache-control": cacheControl,
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
});

/** Serves the files of covers, and the drawings of campaigns without an image. */
export function serveCovers(app: OpenAPIHono<AppEnv>): void {
  const drawings = openDrawings();
  app.get("/covers/:name", async (c) => {
    const name = c.req.param("name");
    const parsed = parseCoverFile(name);
    const found = parsed && (await c.var.deps.pictures.store.read(parsed.hash, parsed.file));
    return found ? new Response(found, { headers: coverHeaders(name, IMMUTABLE) }) : c.notFound();
  });
  app.get("/covers/drawn/:name", async (c) => {
    const name = c.req.param("name");
    const parsed = parseDrawnCover(name);
    if (!parsed) return c.notFound();
    const svg = drawCover(parsed.cover);
    const headers = coverHeaders(name, FOR_A_DAY);
    if (parsed.format === "svg") return new Response(svg, { headers });
    const { limits, pictures } = c.var.deps;
    if (!drawings.has(name)) {
      await limitNetwork(limits, "drawingNetwork", c.var.clientIp);
    }
    const holder = { userId: name, network: sharingNetwork(c.var.clientIp) };
    const draw = () => encode(pictures.tasks, svg, holder);
    return new Response(await drawings.draw(name, draw), { headers });
  });
}

/** Keeps the last drawings in memory as PNG; requests for the same one share the work. */
function openDrawings() {
  const cache = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MAX_DRAWINGS });
  return {
    has: (name: string) => cache.has(name),
    draw: (name: string, draw: () => Promise<Uint8Array<ArrayBuffer>>) => {
      const known = cache.get(name);
      if (known) return known;
      const drawing = draw();
      cache.set(name, drawing);
      drawing.catch(() => cache.delete(name));
      return drawing;
    },
  };
}

async function encode(
  tasks: ImageTasks,
  svg: string,
  holder: Holder,
): Promise<Uint8Array<ArrayBuffer>> {
  const result = await tasks("drawing", new TextEncoder().encode(svg), holder);
  if ("problem" in result) throw new Error(result.problem);
  const [png] = result.files.values();
  return new Uint8Array(png ?? []);
}
