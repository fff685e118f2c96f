import { asId, type CampaignId, isUuid, type UserId } from "@fairclick/core/ids";
import type { ReportedLink } from "@fairclick/sql/campaigns/reports";
import { parseRedirectPath } from "../redirect/redirect-path";

export const MAX_LINK_LENGTH = 500;

/**
 * Parses what a person names a link by: its address, its code, or the id of a campaign. Returns null
 * if it can be none of our links.
 */
export function parseReportedLink(typed: string): ReportedLink | null {
  const text = typed.trim();
  if (text.length > MAX_LINK_LENGTH) return null;
  if (isUuid(text)) {
    return { campaignId: asId<CampaignId>(text.toLowerCase()), creatorId: null };
  }
  const start = text.search(/\/(?:r|api\/clicks\/redirect)\//);
  const path = start < 0 ? pathFor(text) : text.slice(start);
  const parsed = parseRedirectPath(`https://link${path}`);
  if (parsed === null || parsed === "unknown") return null;
  if ("code" in parsed) return { code: parsed.code };
  return {
    campaignId: asId<CampaignId>(parsed.campaignId),
    creatorId: asId<UserId>(parsed.creatorId),
  };
}

function pathFor(text: string): string {
  return text.includes("?") ? `/api/clicks/redirect/${text}` : `/r/${text}`;
}
