import { isUuid } from "@fairclick/core/ids";
import type { LinkId } from "../redirect/link-key";

export type ImpressionPath = { kind: "svg" | "gif"; link: LinkId | null };

const PATH = "/api/impressions/";
const UUID_LENGTH = 36;

/** Parses an impression URL. `link` is null if the ids are malformed; returns null if the path is not ours. */
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
