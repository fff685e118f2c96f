import { isUuid } from "@fairclick/core/ids";
import type { LinkKey } from "./link-cache";

export type RedirectPath = LinkKey | { code: string } | "unknown";

const LONG = "/api/clicks/redirect/";
const SHORT = "/r/";
const codePattern = /^[A-Za-z0-9_-]{4,32}$/;

/** Which link a URL means, `unknown` when it can mean none, null when it is not the redirect's at all. */
export function parseRedirectPath(url: string): RedirectPath | null {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  if (url.startsWith(LONG, pathStart)) return parseLong(url, pathStart + LONG.length);
  if (url.startsWith(SHORT, pathStart)) return parseShort(url, pathStart + SHORT.length);
  return null;
}

const UUID_LENGTH = 36;
const QUERY = "?userId=";

function parseLong(url: string, start: number): RedirectPath {
  const campaignEnd = start + UUID_LENGTH;
  const asWeWriteIt =
    url.length === campaignEnd + QUERY.length + UUID_LENGTH && url.startsWith(QUERY, campaignEnd);
  return asWeWriteIt
    ? toKey(url.slice(start, campaignEnd), url.slice(campaignEnd + QUERY.length))
    : parseOtherwiseWritten(url, start);
}

/** With parameters that others have added, an escaped id, a slash at the end. */
function parseOtherwiseWritten(url: string, start: number): RedirectPath {
  const queryStart = url.indexOf("?", start);
  if (queryStart < 0) return "unknown";
  const campaignId = url.slice(start, queryStart).replace(/\/$/, "");
  const creatorId = new URLSearchParams(url.slice(queryStart)).get("userId") ?? "";
  return toKey(campaignId, creatorId);
}

function toKey(campaignId: string, creatorId: string): RedirectPath {
  if (!isUuid(campaignId) || !isUuid(creatorId)) return "unknown";
  return { campaignId: campaignId.toLowerCase(), creatorId: creatorId.toLowerCase() };
}

function parseShort(url: string, start: number): RedirectPath {
  const queryStart = url.indexOf("?", start);
  const code = url.slice(start, queryStart < 0 ? undefined : queryStart).replace(/\/$/, "");
  return codePattern.test(code) ? { code } : "unknown";
}
