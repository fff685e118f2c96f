import { isUuid } from "@fairclick/core/ids";
import type { LinkKey } from "../redirect/link-cache";

export type ImpressionPath = { kind: "svg" | "gif"; link: LinkKey | null };

const PATH = "/api/impressions/";
const UUID_LENGTH = 36;

/** Which banner or pixel a URL means; without a link when it can mean none; null when it is for somebody else. */
export function parseImpressionPath(url: string): ImpressionPath | null {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  if (!url.startsWith(PATH, pathStart)) return null;
  const start = pathStart + PATH.length;
  const queryStart = url.indexOf("?", start);
  const file = url.slice(start, queryStart < 0 ? undefined : queryStart);
  const kind = file.endsWith(".svg") ? "svg" : file.endsWith(".gif") ? "gif" : null;
  if (kind === null) return null;
  const campaignId = file.slice(0, UUID_LENGTH);
  const creatorId =
    queryStart < 0 ? "" : (new URLSearchParams(url.slice(queryStart)).get("userId") ?? "");
  const isLink =
    file.length === UUID_LENGTH + kind.length + 1 && isUuid(campaignId) && isUuid(creatorId);
  const link = isLink
    ? { campaignId: campaignId.toLowerCase(), creatorId: creatorId.toLowerCase() }
    : null;
  return { kind, link };
}
