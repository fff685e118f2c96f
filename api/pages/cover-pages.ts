import { parseCoverFile } from "@fairclick/core/campaigns/cover-files";
import { drawCover, parseDrawnCover } from "@fairclick/core/campaigns/drawn-covers";
import { limitAddressAttempts } from "@fairclick/services/accounts/limits";
import type { ImageTasks } from "@fairclick/services/campaigns/cover-images";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { LRUCache } from "lru-cache";
import type { AppEnv } from "../app-env";

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
      await limitAddressAttempts(limits, "drawingAddress", c.var.clientIp);
    }
    return new Response(await drawings.draw(pictures.tasks, name, svg), { headers });
  });
}

/** Keeps the last drawings in memory as PNG; requests for the same one share the work. */
function openDrawings() {
  const cache = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MAX_DRAWINGS });
  return {
    has: (name: string) => cache.has(name),
    draw: (tasks: ImageTasks, name: string, svg: string) => {
      const known = cache.get(name);
      if (known) return known;
      const drawing = encode(tasks, svg);
      cache.set(name, drawing);
      drawing.catch(() => cache.delete(name));
      return drawing;
    },
  };
}

async function encode(tasks: ImageTasks, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const result = await tasks("drawing", new TextEncoder().encode(svg));
  if ("problem" in result) throw new Error(result.problem);
  const [png] = result.files.values();
  return new Uint8Array(png ?? []);
}
