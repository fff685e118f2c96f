import { findPreviewCrawler } from "@fairclick/core/clicks/rules/preview-bot";
import { getPath } from "hono/utils/url";

const aliases: ReadonlySet<string> = new Set([
  "/users/dashboard",
  "/campaigns",
  "/campaigns/joined",
]);

/**
 * Returns the path to route by. Some routes also work without the `/api` prefix, except when a
 * browser or the reader of a link preview requests the page with the same path.
 */
export function canonicalPath(request: Request): string {
  const path = getPath(request);
  if (isPage(request)) return path;
  return aliases.has(path) || path.startsWith("/campaigns/join/") ? `/api${path}` : path;
}

function isPage({ method, headers }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const userAgent = headers.get("user-agent") ?? "";
  return (
    (headers.get("accept") ?? "").includes("text/html") || findPreviewCrawler(userAgent) !== null
  );
}
