import { getPath } from "hono/utils/url";

const aliases: ReadonlySet<string> = new Set([
  "/users/dashboard",
  "/campaigns",
  "/campaigns/joined",
]);

/**
 * Some calls answer without `/api` before them as well. A browser that asks for `/campaigns` as a
 * page means the page of that name.
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
