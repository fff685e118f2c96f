import { join } from "node:path";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { createDocument } from "../openapi";
import { renderReference } from "../reference/render-page";

const stylesheet = Bun.file(join(import.meta.dirname, "..", "reference", "reference.css"));
const headers = { "cache-control": "no-cache", vary: "accept-encoding" };

/** Serves the API reference at `/docs`; the page is rendered at the first request. */
export function serveReference(app: OpenAPIHono<AppEnv>): void {
  let page: { text: string; gzip: Uint8Array<ArrayBuffer> } | null = null;
  const render = () => {
    const text = renderReference(createDocument(app));
    return { text, gzip: Bun.gzipSync(text) };
  };
  app.get(
    "/docs",
    createMiddleware<AppEnv>(async (c) => {
      page ??= render();
      const takesGzip = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
      const type = { ...headers, "content-type": "text/html; charset=utf-8" };
      return takesGzip
        ? c.body(page.gzip, 200, { ...type, "content-encoding": "gzip" })
        : c.body(page.text, 200, type);
    }),
  );
  app.get(
    "/docs.css",
    createMiddleware<AppEnv>(async (c) =>
      c.body(await stylesheet.text(), 200, {
        ...headers,
        "content-type": "text/css; charset=utf-8",
      }),
    ),
  );
}
