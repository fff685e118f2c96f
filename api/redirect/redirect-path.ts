import { isUuid } from "@fairclick/core/ids";
import type { LinkKey } from "./link-cache";

export type RedirectPath = LinkKey | { code: string } | "unknown";

const LONG = "/api/clicks/redirect/";
const SHORT = "/r/";
const codePattern = /^[A-Za-z0-9_-]{4,32}$/;

/** How a link's URL ends when we have written it. */
export function linkText({ campaignId, creatorId }: LinkKey): string {
  return `${campaignId}?userId=${creatorId}`;
}

/** The creator in a text that is a link's. */
export function creatorOf(text: string): string {
  return text.slice(text.lastIndexOf("=") + 1);
}

/** The text by which a link that is known is found, without a closer look at the URL; others have none. */
export function findLinkText(url: string): string | null {
  const start = pathStart(url);
  return url.startsWith(LONG, start) ? url.slice(start + LONG.length) : null;
}

/** Which link a URL means, `unknown` when it can mean none, null when it is not the redirect's at all. */
export function parseRedirectPath(url: string): RedirectPath | null {
  const start = pathStart(url);
  if (url.startsWith(LONG, start)) return parseLong(url, start + LONG.length);
  if (url.startsWith(SHORT, start)) return parseShort(url, start + SHORT.length);
  return null;
}

function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

/** Also with parameters that others have added, an escaped id, a slash at the end. */
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
  const code = url.slice(start, queryStart < 0 ? undefined : queryStart).replace(/\/$/, "");
  return codePattern.test(code) ? { code } : "unknown";
}
