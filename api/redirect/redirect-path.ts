import { isLinkName, isUuid } from "@fairclick/core/ids";

/** `name` is the end of a short address, in lower case. The link may not have this name. */
export type RedirectPath = LinkId | { code: string; name?: string } | "unknown";

const LONG = "/api/clicks/redirect/";
const SHORT = "/r/";
const codePattern = /^[A-Za-z0-9_-]{4,32}$/;

/** Returns the part of a long link's URL that equals its cache key if we generated the URL; null for other URLs. */
export function sliceLinkKey(url: string): string | null {
  const start = pathStart(url);
  return url.startsWith(LONG, start) ? url.slice(start + LONG.length) : null;
}

/** Parses a redirect URL. Returns `unknown` if it names no possible link, null if the path is not ours. */
export function parseRedirectPath(url: string): RedirectPath | null {
  const start = pathStart(url);
  if (url.startsWith(LONG, start)) return parseLong(url, start + LONG.length);
  if (url.startsWith(SHORT, start)) return parseShort(url, start + SHORT.length);
  return null;
}

function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

/** Accepts added parameters, escaped ids and a trailing slash. */
function parseLong(url: string, start: number): RedirectPath {
  const queryStart = url.indexOf("?", start);
  if (queryStart < 0) return "unknown";
  const campaignId = url.slice(start, queryStart).replace(/\/$/, "");
  const creatorId = new URLSearchParams(url.slice(queryStart)).get("userId") ?? "";
  if (!isUuid(campaignId) || !isUuid(creatorId)) return "unknown";
  return { campaignId: campaignId.toLowerCase(), creatorId: creatorId.toLowerCase() };
}

function parseShort(url: string, start: number): RedirectPath {
  const queryStart = url.indexOf("?", start);
  const path = url.slice(start, queryStart < 0 ? undefined : queryStart).replace(/\/$/, "");
  const slash = path.indexOf("/");
  const code = slash < 0 ? path : path.slice(0, slash);
  if (!codePattern.test(code)) return "unknown";
  if (slash < 0) return { code };
  const name = path.slice(slash + 1).toLowerCase();
  return isLinkName(name) ? { code, name } : "unknown";
}

export type LinkId = { campaignId: string; creatorId: string };

/** Returns a link's cache key, which is also the end of the URL that we generate for it. */
export function linkKey({ campaignId, creatorId }: LinkId): string {
  return `${campaignId}?userId=${creatorId}`;
}

export function parseKeyCreator(key: string): string {
  return key.slice(key.lastIndexOf("=") + 1);
}
