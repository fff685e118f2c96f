import { getPath } from "hono/utils/url";

const aliases: ReadonlySet<string> = new Set([
  "/users/dashboard",
  "/campaigns",
  "/campaigns/joined",
]);

/**
 * Returns the path to route by. Some routes also work without the `/api` prefix, except when a
 * browser requests the page with the same path.
 */
export function canonicalPath(request: Request): string {
  const path = getPath(request);
  if (isPage(request)) return path;
  return aliases.has(path) || path.startsWith("/campaigns/join/") ? `/api${path}` : path;
}

function isPage(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && (request.headers.get("accept") ?? "").includes("text/html");
}
